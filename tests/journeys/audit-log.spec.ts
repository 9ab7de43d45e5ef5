import { insertOrder } from '@tiffin/server/test'
import { editor, openList, rows } from './records-support.ts'
import { axe, expect, test } from './support.ts'

const figure = (page: Parameters<typeof rows>[0], name: string) =>
  page.getByTestId('state-figures').getByRole('link', { name: new RegExp(`^${name}`) })

test.afterEach(({ stage: { database, world } }) =>
  database.asOwner(`update merchant set name = '{"en": "Pizzeria"}' where merchant_id = $1`, [world.merchants[0]]),
)

test('the audit log says in words which record of which company was changed, and how', async ({ page, stage }) => {
  const { database, world } = stage
  const [merchant] = world.merchants
  await database.asOwner(`update merchant set name = '{"en": "Forno Vecchio"}' where merchant_id = $1`, [merchant])
  await database.asOwner(`update company set name = '{"en": "Alpha"}' where company_id = $1`, [world.a])
  const order = await insertOrder(database, world, { merchant, ticket: 6, comment: '', asap: 1 })
  const token = await stage.signIn('owner')
  const change = (table: string, id: number, row: object) =>
    stage.call('Reference', 'saveData', { tables: [{ table, id, row }] }, { token, company: world.a })
  expect(await change('order', order, { comment: 'No onions', asap: 0 })).toMatchObject({ status: 'OK' })
  const made = await change('cuisine', 0, { name: { en: 'Thai' } })
  const { cuisine_id: id } = (made['data'] as { cuisine: { data: { cuisine_id: number } } }).cuisine.data
  await stage.call('Reference', 'deleteData', { tables: [{ table: 'cuisine', id }] }, { token, company: world.a })
  await database.asOwner(
    `with c as (insert into change (company, admin, app, device) values ($1, null, 'server', '') returning change_id)
     insert into audit_row (change_id, company, table_name, row_key, action, before, after)
     select change_id, $1, 'order', $2, 'Update', '{"time_delivery": null}', '{"time_delivery": "2026-11-23T10:00:00.000Z"}' from c`,
    [world.a, String(order)],
  )

  // The names of all rows on a page are loaded in one read.
  const named: string[] = []
  page.on('request', (request) => {
    const body = request.postData() ?? ''
    if (body.includes('method=names')) named.push(body)
  })
  await openList(page, stage, '/Administrator/Audit?size=100', 'platform')
  const changed = rows(page).filter({ hasText: '#6 Forno Vecchio' })
  await expect(changed).toHaveCount(1)
  await expect(changed).toContainText('Order #6 Forno Vecchio')
  await expect(changed).toContainText('Comment: — → No onions')
  await expect(changed).toContainText('As soon as possible: Yes → No')
  await expect(changed).toContainText('Olga')
  await expect(changed).toContainText('Alpha')
  await expect(rows(page).filter({ hasText: 'Cuisine Thai' })).toHaveCount(2)
  expect(named).toHaveLength(1)

  await expect(figure(page, 'Manual')).toHaveAttribute('aria-current', 'true')
  await expect(figure(page, 'Automatic')).toHaveText(/Automatic\s*1$/)
  await figure(page, 'Automatic').click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Automatic')
  await expect(rows(page)).toContainText('Delivered: — → Nov 23, 2026')
  await figure(page, 'Automatic').click()
  await expect(rows(page).filter({ hasText: '#6 Forno Vecchio' })).toHaveCount(2)
  await figure(page, 'Manual').click()
  await expect(changed).toHaveCount(1)

  await changed.getByRole('link').first().click()
  await expect(editor(page).getByTestId('audit-record')).toContainText('Order #6 Forno Vecchio')
  const detail = editor(page).getByTestId('audit-change')
  await expect(detail.locator('dt')).toHaveText(['Comment', 'As soon as possible'])
  await expect(detail.locator('ins').first()).toHaveText('No onions')
  await expect(detail.locator('pre')).toBeHidden()
  await detail.getByText('Raw data').click()
  await expect(detail.locator('pre')).toContainText('"comment": "No onions"')
  await expect(detail.getByRole('button', { name: 'Copy' })).toBeVisible()
  const { violations } = await axe(page).analyze()
  expect(violations).toEqual([])
})
