import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { apiError } from '@tiffin/sdk/contract'
import { openConsole, rows } from '../test/open-console.tsx'
import { operator, owner } from '../test/people.ts'
import { refusal } from '../test/fake-server.ts'

const imports = page.getByTestId('import-page')
const planRows = page.getByTestId('plan-rows').css('tbody tr')
const totals = page.getByTestId('plan-totals')
const question = page.getByTestId('import-question')
const result = page.getByTestId('import-result')
const button = (name: string) => imports.getByRole('button', { name, exact: true })
const csv = (...lines: string[]): File => new File([lines.join('\n')], 'couriers.csv')
const tables = {
  courier: [
    { name: 'Ann', phone: '4911', courier_status: 1 },
    { name: 'Ben', phone: '4912', courier_status: 1 },
  ],
  kanban_settings: [{ admin: owner().admin_id, settings: {} }],
  courier_status: [{ value: { en: 'Free' } }, { value: { en: 'Busy' } }],
}

/** Opens the page, chooses a file, and waits until it is read. */
async function pick(file: File, path = '/Company/Import?table=courier') {
  const server = await openConsole(path, { rows: tables })
  await imports.css('input[type=file]').upload(file)
  // The first worker of a run starts slowly, because its modules are not bundled.
  await expect.element(page.getByTestId('import-columns'), { timeout: 45_000 }).toBeVisible()
  return server
}
const showPlan = () => button('Show the plan').click()
async function apply(): Promise<void> {
  await button('Apply…').click()
  await question.getByRole('button', { name: 'Apply' }).click()
}

it('MOON-06: the plan is a table of differences with totals by kind, which filter it; applying asks with exact numbers', async () => {
  const server = await pick(csv('ID,Name,Phone', '1,Anna,4911', '2,Ben,4912', ',Cem,4913', '9,x,1'))
  await showPlan()
  await expect.element(totals).toMatchTextContent('All 4New 1Changed 1Unchanged 1No such record 1')
  await expect
    .poll(() => planRows.elements().map((row) => row.textContent))
    .toEqual(['2Changed1NameAnnAnna', '3Unchanged2', '4NewNameCem', 'Phone4913', '5No such record9'])
  await totals.getByRole('button', { name: 'Changed 1', exact: true }).click()
  await expect.poll(() => planRows.elements().map((row) => row.textContent)).toEqual(['2Changed1NameAnnAnna'])
  expect(server.rows('courier')).toMatchObject([{ name: 'Ann' }, { name: 'Ben' }])
  await button('Apply…').click()
  await expect.element(question).toMatchTextContent('Couriers: import 2 records?New records: 1Changed records: 1')
  await question.getByRole('button', { name: 'No' }).click()
  expect(server.rows('courier')).toMatchObject([{ name: 'Ann' }, { name: 'Ben' }])
  await apply()
  await expect.element(result).toMatchTextContent('Imported records: 2')
  expect(server.rows('courier')).toMatchObject([{ name: 'Anna' }, { name: 'Ben' }, { name: 'Cem' }])
})

it('MOON-06: a few rows that lose a value are found in a long plan', async () => {
  const server = await pick(csv('ID,Name,Phone', ...Array.from({ length: 300 }, (_, n) => `,New ${n},`), '2,Ben,'))
  await imports.getByLabelText('Empty cells clear the field').click()
  await showPlan()
  await totals.getByRole('button', { name: 'Value deleted 1' }).click()
  await expect.poll(() => planRows.elements().map((row) => row.textContent)).toEqual(['302Value deleted2Phone4912—'])
  await button('Apply…').click()
  await expect
    .element(question)
    .toMatchTextContent('import 301 records?New records: 300Changed records: 0Changed records that lose a value: 1')
  await question.getByRole('button', { name: 'Apply' }).click()
  await expect.element(result).toMatchTextContent('Imported records: 301')
  expect(server.rows('courier')[1]).toMatchObject({ name: 'Ben', phone: '' })
})

it('MOON-06: refused rows name their cell and reason, and stop applying until they are left out', async () => {
  const server = await pick(csv('Name,Status', 'Dora,Lost', 'Emil,Busy'))
  await showPlan()
  await expect.element(page.getByTestId('import-values')).toMatchTextContent('Lost')
  await showPlan()
  await totals.getByRole('button', { name: 'Row rejected 1' }).click()
  await expect.element(planRows.first()).toMatchTextContent('2Row rejectedB2: No record is named Lost')
  await expect.element(button('Apply…')).toBeDisabled()
  await imports.getByLabelText('Leave out rejected rows: 1').click()
  await apply()
  await expect.element(result).toMatchTextContent('Imported records: 1')
  await expect.element(result.getByRole('button', { name: 'Download rejected rows' })).toBeVisible()
  expect(server.rows('courier')).toHaveLength(3)
})

it('columns are chosen by their headings, can be changed, and are shown as last time', async () => {
  const server = await pick(csv('Who,Phone,Shoe size', 'Anna,4911,38'))
  const who = imports.getByLabelText('Field of Who')
  await expect.element(who).toHaveValue('')
  await expect.element(imports.getByLabelText('Field of Phone')).toHaveValue('phone')
  await who.selectOptions('name')
  await imports.getByLabelText('Match rows to records by').selectOptions('phone')
  await showPlan()
  await expect.element(totals).toMatchTextContent('Changed 1')
  expect(server.imported()).toMatchObject([{ name: 'Anna' }])
  await button('Back').click()
  await button('Back').click()
  await imports.css('input[type=file]').upload(csv('Phone,Who,Shoe size', '4912,Bob,39'))
  await expect.element(page.getByTestId('columns-as-last-time')).toBeVisible()
  await expect.element(who).toHaveValue('name')
  await expect.element(imports.getByLabelText('Match rows to records by')).toHaveValue('phone')
  await button('Match columns by heading').click()
  await expect.element(who).toHaveValue('')
})

it('unknown values are mapped to values of the field', async () => {
  const server = await pick(csv('Name,Status', 'Fay,Available'))
  await showPlan()
  await imports.getByLabelText('Available').selectOptions('Free')
  await showPlan()
  await expect.element(totals).toMatchTextContent('New 1')
  expect(server.imported()).toEqual([{ name: 'Fay', courier_status: 1 }])
})

it('MOON-06: a plan that the data moved on from is refused in a sentence, and made again', async () => {
  const server = await pick(csv('ID,Name', '1,Anna'))
  await showPlan()
  const release = server.on('Import.commit', () => refusal('plan_outdated', { error: apiError('plan_outdated').message }))
  await apply()
  await expect.element(imports.getByRole('alert')).toMatchTextContent('Records have changed since the plan was made.')
  release()
  server.rows('courier')[0]!['name'] = 'Anne'
  await button('Plan again').click()
  await expect.element(planRows.first()).toMatchTextContent('AnneAnna')
  await apply()
  await expect.element(result).toMatchTextContent('Imported records: 1')
})

it('MOON-06: a file that was imported before says when, by whom and how much, and is imported again only if asked to', async () => {
  const file = csv('Name,Phone', 'Cem,4913', 'Dee,4914')
  const server = await pick(file)
  await showPlan()
  await expect.element(button('Apply…')).toBeVisible()
  expect(page.getByTestId('already-imported').elements()).toEqual([])
  await apply()
  await expect.element(result).toMatchTextContent('Imported records: 2')
  await page.getByRole('button', { name: 'Import another file' }).click()
  await imports.css('input[type=file]').upload(file)
  await showPlan()
  const said = /Already imported: .*2026.*, by Olga Berg\. Records created: 2\./
  await expect.element(page.getByTestId('already-imported')).toMatchTextContent(said)
  await button('Apply…').click()
  await expect.element(question).toMatchTextContent(said)
  await question.getByRole('button', { name: 'No' }).click()
  expect(server.rows('courier')).toHaveLength(4)
  await button('Apply…').click()
  await question.getByRole('button', { name: 'Import again' }).click()
  await expect.element(result).toMatchTextContent('Imported records: 2')
  expect(server.rows('courier')).toHaveLength(6)
})

it('MOON-06: the decimal sign of ambiguous numbers is chosen where there are numbers', async () => {
  const server = await pick(csv('Code;Discount', 'HALF;1.234'), '/Company/Import?table=promocode')
  await showPlan()
  await expect.element(planRows.first()).toMatchTextContent('B2: 1.234 is ambiguous')
  await button('Back').click()
  await imports.getByLabelText('Decimal sign of numbers').selectOptions('comma')
  await showPlan()
  await expect.element(totals).toMatchTextContent('New 1')
  expect(server.imported().at(-1)).toMatchObject({ code: 'HALF', discount: 1234 })
})

it('a long plan is shown in pages', async () => {
  await pick(csv('Name', ...Array.from({ length: 250 }, (_, index) => `Courier ${index + 1}`)))
  await showPlan()
  await expect.element(imports).toMatchTextContent('1–100 of 250')
  await expect.poll(() => planRows.elements()).toHaveLength(100)
  await button('Next page').click()
  await button('Next page').click()
  await expect.poll(() => planRows.elements()).toHaveLength(50)
  await expect.element(planRows.first()).toMatchTextContent('202')
  await expect.element(button('Next page')).toBeDisabled()
  await button('Previous page').click()
  await expect.element(planRows.first()).toMatchTextContent('102')
})

it('sending can be stopped; nothing is changed', async () => {
  const server = await pick(csv('Name', 'Gus'))
  server.on('Import.begin', () => new Promise(() => {}))
  await showPlan()
  await expect.element(imports.getByRole('progressbar')).toBeVisible()
  await button('Stop').click()
  await expect.element(button('Show the plan')).toBeVisible()
  expect(server.rows('courier')).toHaveLength(2)
})

it('the list of couriers leads to the import with couriers chosen; people without the right have no such button', async () => {
  await openConsole('/Company/CourierList', { rows: tables })
  await page.getByRole('link', { name: 'Import…' }).click()
  await expect.element(imports.getByLabelText('Import into')).toHaveValue('courier')
  await openConsole('/Company/CourierList', { rows: tables, user: operator({ navigation: ['Company-Courier-List'] }) })
  await expect.element(rows.first()).toBeVisible()
  expect(page.getByRole('link', { name: 'Import…' }).elements()).toEqual([])
})

it('offers the lists that the person may change; orders and the dictionary are not among them', async () => {
  await openConsole('/Company/Import', { rows: tables, user: owner() })
  const offered = () =>
    imports
      .getByLabelText('Import into')
      .css('option')
      .elements()
      .map((option) => (option as HTMLOptionElement).value)
  await expect.element(imports.getByLabelText('Import into')).toBeVisible()
  expect(offered()).toEqual(expect.arrayContaining(['', 'courier', 'user', 'merchant', 'promocode']))
  for (const table of ['order', 'message', 'mailing', 'dictionary', 'company']) expect(offered()).not.toContain(table)
})
