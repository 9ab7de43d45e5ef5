import { readFileSync } from 'node:fs'
import { read, utils, type WorkSheet } from 'xlsx'
import { openList, row, rowsOf } from './records-support.ts'
import { expect, test } from './support.ts'

/** The rows of a saved sheet, starting with the row of filters. */
function rowsIn(file: string): unknown[][] {
  const book = read(readFileSync(file))
  return utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0] ?? ''] as WorkSheet, { header: 1 })
}

test('API-24, LIST-03: a list is exported with its columns, filters and displayed words', async ({ page, stage }) => {
  const made = await rowsOf(stage, 'cuisine', [
    { name: { en: '=Ann' }, order: 1, show: 1 },
    { name: { en: 'Ben' }, order: 2, show: 2 },
    { name: { en: 'Cy' }, order: 3, show: 1 },
    ...['Nan', 'Non', 'Nun', 'Nin'].map((en, at) => ({ name: { en }, order: 4 + at, show: 1 })),
  ])
  // A sheet has all rows found, not just the displayed page.
  await openList(page, stage, '/Company/Tag?size=5')

  await test.step('all rows found', async () => {
    const counts: string[] = []
    page.on('request', (request) => {
      const data = new URLSearchParams(request.postData() ?? '').get('data') ?? ''
      if (data.includes('"count":"set"')) counts.push(data)
    })
    await expect(row(page, made[2] as number)).toBeVisible()
    await page.getByRole('searchbox').fill('n')
    await expect(row(page, made[2] as number)).toBeHidden()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    expect(saved.suggestedFilename()).toMatch(/^Cuisines \d{4}-\d\d-\d\d\.xlsx$/)
    await expect(page.getByTestId('notices')).toContainText(/Exported: Cuisines .*rows: 6/)
    // No number was shown, so the rows are not counted first.
    expect(counts).toEqual([])
    const [top, headings, ...rows] = rowsIn(await saved.path())
    expect(top).toEqual(['Cuisines', 'Search: n'])
    const shown = await page.getByTestId('record-table').locator('thead th').allInnerTexts()
    const titles = shown.map((text) => text.trim()).filter((text) => text !== '' && text !== 'Actions')
    expect(headings).toEqual(['ID', ...titles.filter((title) => title !== 'ID')])
    const [name, shows] = ['Name', 'Show in menu'].map((title) => (headings as string[]).indexOf(title)) as [number, number]
    expect(rows.map((cells) => [cells[name], cells[shows]])).toEqual([
      ["'=Ann", 'Yes'],
      ['Ben', 'No'],
      ...['Nan', 'Non', 'Nun', 'Nin'].map((en) => [en, 'Yes']),
    ])
  })

  await test.step('the sheet can be imported again', async () => {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    const imports = await page.context().newPage()
    await imports.goto(new URL('/Company/Import?table=cuisine', page.url()).href)
    await imports.locator('input[type=file]').setInputFiles(await saved.path())
    await imports.getByRole('button', { name: 'Show the plan' }).click()
    await expect(imports.getByTestId('plan-totals')).toHaveText(/^All 6\s*Unchanged 6$/)
    await imports.close()
  })

  await test.step('selected rows', async () => {
    await page.getByRole('searchbox').fill('')
    await row(page, made[2] as number)
      .getByRole('checkbox')
      .check()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByTestId('bulk-bar').getByRole('button', { name: 'Export' }).click(),
    ])
    expect(rowsIn(await saved.path()).slice(2)).toHaveLength(1)
  })

  await test.step('refusals are explained, and slow exports can be stopped', async () => {
    await stage.database.asOwner(
      `insert into export_ticket select sha256((session_id || ' ' || n)::bytea), session_id, $1, 'en', '{}', now() + interval '1 minute'
       from session, generate_series(1, 20) n on conflict do nothing`,
      [stage.world.a],
    )
    await page.getByTestId('bulk-bar').getByRole('button', { name: 'Export' }).click()
    await expect(page.getByTestId('notices')).toContainText('Too many attempts. Try again in 60 seconds.')
    await stage.database.asOwner('delete from export_ticket')

    await page.route(/\/api\?/, () => {})
    await page.getByTestId('bulk-bar').getByRole('button', { name: 'Export' }).click()
    await page.getByTestId('notices').getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByTestId('notices')).toContainText('Export stopped')
  })
})
