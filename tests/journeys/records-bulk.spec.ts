import { insertOrder } from '@tiffin/server/test'
import { editor, field, openList, recordLink, row, rows, rowsOf } from './records-support.ts'
import { axe, expect, type Page, type Stage, test } from './support.ts'

const MANY = 1903

const bar = (page: Page) => page.getByTestId('bulk-bar')
const result = (page: Page) => page.getByTestId('bulk-result')
const question = (page: Page) => page.getByTestId('bulk-delete')

/** Customers with a name that the list counts only up to 100. */
async function makeCustomers(stage: Stage, count: number): Promise<number[]> {
  await stage.database.asOwner(`delete from "order" where "user" in (select user_id from "user" where name like 'Many %')`)
  await stage.database.asOwner(`delete from "user" where name like 'Many %'`)
  const made = await stage.database.asOwner<{ id: number }>(
    `insert into "user" (company, name, phone) select $1, 'Many ' || n, '4930' || n from generate_series(1, $2::int) n
     returning user_id::int as id`,
    [stage.world.a, count],
  )
  return made.map(({ id }) => id)
}
const addOne = (stage: Stage) =>
  stage.database.asOwner(`insert into "user" (company, name, phone) values ($1, 'Many more', '1')`, [stage.world.a])
const left = async (stage: Stage) =>
  (await stage.database.asOwner<{ n: number }>(`select count(*)::int as n from "user" where name like 'Many %'`))[0]?.n

async function selectAll(page: Page): Promise<void> {
  await page.getByLabel('Select this page').check()
  await bar(page).getByRole('button', { name: 'Select all 100+ matches' }).click()
}

test(
  'LIST-03: all matches are deleted as counted in the prompt, which is repeated if they change',
  { tag: '@full' },
  async ({ page, stage }) => {
    const [first = 0] = await makeCustomers(stage, MANY)
    await openList(page, stage, '/Company/User?search=many')
    await expect(page.getByTestId('list-count')).toHaveText('1–15 of 100+')
    await selectAll(page)
    await expect(bar(page)).toContainText('All 1,903 matches are selected')
    await addOne(stage)
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    await expect(question(page).getByRole('heading')).toHaveText('Customers: delete 1,904 records?')
    await expect(bar(page)).toContainText('All 1,904 matches are selected')
    await addOne(stage)
    await question(page).getByRole('button', { name: 'Yes' }).click()
    await expect(question(page).getByRole('heading')).toHaveText('Customers: delete 1,905 records?')
    await expect(question(page).getByRole('alert')).toHaveText('The selection has changed. Records selected now: 1,905')
    expect(await left(stage)).toBe(MANY + 2)
    const { violations } = await axe(page).include('[data-testid=bulk-delete]').analyze()
    expect(violations).toEqual([])
    await insertOrder(stage.database, stage.world, { user: first })
    await question(page).getByRole('button', { name: 'Yes' }).click()
    await expect(result(page).getByRole('heading')).toHaveText('Nothing changed: 1 of 1,905 failed')
    await expect(result(page).getByRole('listitem')).toHaveText([/^Many 1\d*Record is in use: Orders \(1\)$/])
    expect(await left(stage)).toBe(MANY + 2)
    await page.keyboard.press('Escape')
    await stage.database.asOwner(`delete from "order" where "user" = $1`, [first])
    await selectAll(page)
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    await question(page).getByRole('button', { name: 'Yes' }).click()
    await expect(result(page).getByRole('heading')).toHaveText('Deleted: 1,905')
    expect(await left(stage)).toBe(0)
  },
)

test(
  'LIST-03: rows selected on several pages are counted together, without deleted ones',
  { tag: '@full' },
  async ({ page, stage }) => {
    await makeCustomers(stage, 40)
    await openList(page, stage, '/Company/User?search=many&sort=user_id')
    await page.getByLabel('Select this page').check()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByTestId('list-count')).toHaveText('16–30 of 40')
    await expect(page.getByLabel('Select this page')).not.toBeChecked()
    await page.getByLabel('Select this page').check()
    await expect(bar(page)).toContainText('30 selected')
    await stage.database.asOwner(`delete from "user" where name in ('Many 1', 'Many 2')`)
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    await expect(question(page).getByRole('heading')).toHaveText('Customers: delete 28 records?')
    await expect(bar(page)).toContainText('28 selected')
    await question(page).getByRole('button', { name: 'No' }).click()
    await page.getByRole('searchbox', { name: 'Search' }).fill('Many 3')
    await expect(page).toHaveURL(/Many\+3|Many%203/)
    await expect(bar(page)).toHaveCount(0)
  },
)

test('LIST-03: a bulk change shows its progress, and a stopped one is not made', { tag: '@full' }, async ({ page, stage }) => {
  const { database } = stage
  const [first] = await makeCustomers(stage, MANY)
  await openList(page, stage, '/Company/User?search=many')
  await selectAll(page)
  await bar(page).getByRole('button', { name: 'Delete' }).click()
  await database.asOwner('begin')
  await database.asOwner('select from "user" where user_id = $1 for update', [first])
  await question(page).getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByTestId('notices')).toContainText('Updating records: 1,903')
  await expect.poll(() => database.waiting()).toBe(1)
  await question(page).getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByTestId('notices')).toContainText('Stopped: nothing was changed')
  await expect(question(page)).toHaveCount(0)
  await database.asOwner('commit')
  await expect(bar(page)).toContainText('All 1,903 matches are selected')
  await expect
    .poll(() => database.asOwner(`select from pg_locks where relation = '"user"'::regclass and pid <> pg_backend_pid()`))
    .toEqual([])
  expect(await left(stage)).toBe(MANY)
})

test('API-24 LIST-03: all matches are exported as counted, or their new number is shown', async ({ page, stage }) => {
  await makeCustomers(stage, MANY)
  await openList(page, stage, '/Company/User?search=many')
  await selectAll(page)
  await expect(bar(page)).toContainText('All 1,903 matches are selected')
  await addOne(stage)
  await bar(page).getByRole('button', { name: 'Export' }).click()
  const notices = page.getByTestId('notices')
  await expect(notices).toContainText('The selection has changed. Records selected now: 1,904')
  const [file] = await Promise.all([page.waitForEvent('download'), notices.getByRole('button', { name: 'Export' }).click()])
  expect(file.suggestedFilename()).toMatch(/^Customers .*xlsx$/)
  await expect(notices).toContainText(/Exported: Customers .* \(rows: 1,904\)/)
})

test('MOON-01: undoing a change of many records asks for one or all', { tag: '@full' }, async ({ page, stage }) => {
  const ids = await makeCustomers(stage, 110)
  const [id = 0] = ids
  await openList(page, stage, '/Company/User?search=many&sort=user_id')
  await selectAll(page)
  await expect(bar(page)).toContainText('All 110 matches are selected')
  await bar(page).getByRole('button', { name: 'Edit field' }).click()
  const edit = page.getByTestId('bulk-edit')
  await expect(edit.getByRole('heading')).toHaveText('Customers: change 110 records')
  await edit.getByLabel('Field', { exact: true }).selectOption('comment')
  await edit.getByLabel('New value', { exact: true }).last().fill('Spoken to')
  await edit.getByRole('button', { name: 'Apply' }).click()
  await expect(result(page).getByRole('heading')).toHaveText('Changed: 110')
  await page.keyboard.press('Escape')

  await recordLink(page, id).click()
  await expect(field(page, 'comment').getByRole('textbox')).toHaveValue('Spoken to')
  await editor(page).getByText('Timeline', { exact: true }).click()
  const change = page.getByTestId('record-timeline').getByRole('listitem').first()
  await expect(change.getByTestId('part-of-change')).toHaveText('Part of a change to 110 records: Customers (110)')
  const commented = async () =>
    (await stage.database.asOwner<{ n: number }>(`select count(*)::int as n from "user" where comment = 'Spoken to'`))[0]?.n
  const asked = page.getByTestId('undo-question')
  await change.getByRole('button', { name: 'Undo this change' }).click()
  await expect(asked.getByRole('heading')).toHaveText('This is part of a change to 110 records')
  await asked.getByRole('button', { name: 'No', exact: true }).click()
  expect(await commented()).toBe(110)
  await change.getByRole('button', { name: 'Undo this change' }).click()
  await asked.getByRole('button', { name: 'Undo this record only' }).click()
  await expect(page.getByTestId('notices')).toContainText('Change undone')
  await expect(field(page, 'comment').getByRole('textbox')).toHaveValue('')
  expect(await commented()).toBe(109)

  // The undo is a change of one record; undoing it in turn restores the change to all.
  await page.getByTestId('record-timeline').getByRole('button', { name: 'Undo this change' }).first().click()
  await expect.poll(commented).toBe(110)
  const [audited] = await stage.database.asOwner<{ id: number }>(
    `select min(audit_id)::int as id from audit_row where table_name = 'user' and row_key = $1 and action = 'Update'`,
    [String(id)],
  )
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  // It can't be undone until the number of affected records is known.
  let failing = true
  await page.route('**/api', (route) =>
    failing && route.request().postData()?.includes('method=timeline') ? route.abort() : route.fallback(),
  )
  await openList(page, stage, `/Administrator/Audit?id=${audited?.id}`, 'platform')
  await expect(editor(page).getByRole('button', { name: 'Undo this change' })).toBeDisabled()
  const retry = editor(page).getByRole('button', { name: "Retry: can't load the change" })
  await expect(retry).toBeVisible({ timeout: 15_000 })
  failing = false
  await retry.click()
  const said = editor(page).getByTestId('audit-change')
  const record = editor(page).getByTestId('audit-record').getByRole('link')
  await expect(record).toHaveText('Customer Many 1')
  await expect(record).toHaveAttribute('href', `/Administrator/User?id=${id}`)
  await expect(said.locator('dt').last()).toHaveText('Comment')
  await expect(said.locator('ins')).toHaveText('Spoken to')
  await expect(said.locator('pre')).toBeHidden()
  await said.getByText('Raw data').click()
  await expect(said.locator('pre')).toContainText('"Spoken to"')
  await editor(page).getByRole('button', { name: 'Undo this change' }).click()
  await expect(asked.getByRole('heading')).toHaveText('This is part of a change to 110 records')
  await asked.getByRole('button', { name: 'Undo all 110' }).click()
  await expect(page.getByTestId('notices')).toContainText('Change undone in 110 records')
  expect(await commented()).toBe(0)
  await page.keyboard.press('Escape')
  await expect(rows(page).first()).toContainText(/Customer Many \d+/)
  await expect(rows(page).first()).toContainText('Comment: Spoken to → —')
})

test('the prompt for one selected record names it', async ({ page, stage }) => {
  await stage.database.asOwner('update company set allow_banner = 1 where company_id = $1', [stage.world.a])
  const [id = 0] = await rowsOf(stage, 'banner', [{ title: { en: 'Autumn' } }])
  await openList(page, stage, '/Company/Marketing/Banner')
  await row(page, id).getByRole('checkbox').check()
  await bar(page).getByRole('button', { name: 'Delete' }).click()
  await expect(question(page).getByRole('heading')).toHaveText('Banner: delete Autumn?')
  await question(page).getByRole('button', { name: 'No' }).click()
  await bar(page).getByRole('button', { name: 'Edit field' }).click()
  await expect(page.getByTestId('bulk-edit').getByRole('heading')).toHaveText('Banner: change Autumn')
})
