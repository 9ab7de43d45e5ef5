import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { editor, expectUrl, field, openConsole, row, rows } from '../test/open-console.tsx'
import { platform } from '../test/people.ts'

const today = new Date().toISOString()
const entry = { table: 'cuisine', user_name: 'Olga', automatic: 0, data: {}, date: today }
const audit = [
  { ...entry, action: 'Create', user_login: 'owner' },
  { ...entry, action: 'Update', user_login: 'owner' },
  { ...entry, action: 'Delete', user_login: 'platform' },
  { ...entry, action: 'Update', user_login: 'owner', date: new Date(Date.now() - 5 * 86_400_000).toISOString() },
]
const filter = (name: string) => page.getByLabelText(name, { exact: true })
const textsOf = (name: string) =>
  filter(name)
    .css('option')
    .elements()
    .map((option) => option.textContent)
const shown = () => rows.elements().map((item) => Number((item as HTMLElement).dataset['testid']?.slice(4)))

it('AUDIT-01 AUDIT-02 AUDIT-03 LIST-20 LIST-21: the audit log shows the last two days; action, user and period filter it', async () => {
  await openConsole('/Administrator/Audit', { user: platform(), rows: { audit } })
  await expect.poll(shown).toEqual([3, 2, 1])
  expect(textsOf('Action')).toEqual(['Action: All', 'Delete', 'Create', 'Update'])
  expect(textsOf('Period').slice(1, -1)).toEqual([
    'Today',
    'Yesterday',
    'Day before yesterday',
    'Month',
    'Year',
    'Last month',
    'Last year',
    'Two month',
    'Three months',
    'Half a year',
    'Month to date',
    'Year to date',
  ])
  await filter('Period').selectOptions('Two month')
  await expect.poll(shown).toEqual([4, 3, 2, 1])
  await filter('Action').selectOptions('Update')
  await expect.poll(shown).toEqual([4, 2])
  await filter('Period').selectOptions('Today')
  await expect.poll(shown).toEqual([2])
  await filter('Action').selectOptions('Action: All')
  await filter('User').fill('platf')
  await expect.poll(shown).toEqual([3])
  await expectUrl(/user_login=platf/)
})

it('AUDIT-04 EDIT-05: the audit log adds, changes and deletes nothing', async () => {
  await openConsole('/Administrator/Audit?id=1', { user: platform(), rows: { audit } })
  await expect.element(field('user_login').css('input')).toHaveValue('owner')
  expect(editor.css('[data-field] :is(input, select, textarea):enabled').elements()).toEqual([])
  for (const name of ['Save', 'Delete']) expect(editor.getByRole('button', { name, exact: true }).elements()).toEqual([])
  await userEvent.keyboard('{Control>}{Delete}{/Control}')
  expect(page.getByTestId('delete-question').elements()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(editor).not.toBeInTheDocument()
  expect(page.getByRole('button', { name: 'Add', exact: true }).elements()).toEqual([])
  expect(row(1).getByRole('checkbox').elements()).toEqual([])
})

it('LIST-08: only lists across companies have a company filter', async () => {
  const company = [{ name: { en: 'Alpha' } }, { name: { en: 'Beta' } }]
  const data = {
    cuisine: [
      { name: { en: 'Thai' }, company: 1 },
      { name: { en: 'Greek' }, company: 2 },
    ],
    company,
  }
  await openConsole('/Administrator/Tag', { user: platform(), rows: data })
  await expect.poll(shown).toHaveLength(2)
  await page.getByRole('combobox', { name: 'Company', exact: true }).click()
  await page.getByRole('option', { name: 'Beta' }).click()
  await expect.poll(shown).toEqual([2])
  await openConsole('/Company/Tag', { rows: data })
  await expect.poll(() => rows.elements().length).toBeGreaterThan(0)
  expect(page.getByRole('combobox', { name: 'Company', exact: true }).elements()).toEqual([])
})
