import { soundFile } from '@tiffin/core/rules'
import { insertRow } from '@tiffin/server/test'
import { editor, field, openList, openTab, row, rows, rowsOf, save } from './records-support.ts'
import { expect, expectWholeRings, type Page, test } from './support.ts'

test.beforeEach(async ({ stage }) => {
  await stage.database.asOwner('update company set allow_courier_app = 1, limit_courier = null')
})

const cuisines = (...names: string[]) => names.map((name, n) => ({ name: { en: name }, order: n + 1 }))
const result = (page: Page) => page.getByTestId('bulk-result')

test(
  'LIST-01: a view saves search and filters, says if it was changed, and columns are remembered',
  { tag: '@full' },
  async ({ page, stage }) => {
    await rowsOf(stage, 'cuisine', [...cuisines('Thai', 'Greek'), { name: { en: 'Hidden Thai' }, status: 0, order: 3 }])
    await openList(page, stage, '/Company/Tag')
    await page.getByLabel('Status', { exact: true }).selectOption('1')
    await expect(page).toHaveURL(/status=1/)
    await expect(rows(page)).toHaveCount(2)
    await page.getByTestId('views').click()
    await page.getByRole('menuitem', { name: 'Save view' }).click()
    await page.getByLabel('View name').fill('Shown')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('views')).toHaveText('Shown')
    await page.getByRole('searchbox', { name: 'Search' }).fill('greek')
    await expect(page.getByTestId('views')).toHaveText('Shown (modified)')
    await page.getByTestId('views').click()
    await page.getByRole('menuitem', { name: 'All records' }).click()
    await expect(rows(page)).toHaveCount(3)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Comment' }).click()
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(rows(page)).toHaveCount(3)
    await expect(page.getByRole('columnheader', { name: 'Comment' })).toHaveCount(0)
    await page.getByTestId('views').click()
    await page.getByRole('menuitem', { name: 'Shown' }).click()
    await expect(rows(page)).toHaveCount(2)
  },
)

test('LIST-03 LIST-04: many rows are changed and deleted as one change, with a result for each', async ({ page, stage }) => {
  const ids = await rowsOf(stage, 'cuisine', cuisines('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'))
  await openList(page, stage, '/Company/Tag?size=5')
  await page.getByLabel('Select this page').check()
  await expect(page.getByTestId('bulk-bar')).toContainText('5 selected')
  await page.getByRole('button', { name: 'Select all 11 matches' }).click()
  await page.getByRole('button', { name: 'Edit field' }).click()
  const edit = page.getByTestId('bulk-edit')
  await edit.getByLabel('Field').selectOption('show')
  await expect(edit.getByRole('switch')).not.toBeChecked()
  await edit.getByRole('button', { name: 'Apply' }).click()
  await expect(result(page).getByRole('heading')).toHaveText('Changed: 11')
  await result(page).getByRole('button', { name: 'Undo all 11' }).click()
  await expect(page.getByTestId('notices')).toContainText('Change undone in 11 records')
  await expect(result(page)).toBeHidden()
  await page.getByLabel('Select this page').check()
  await page.getByRole('button', { name: 'Select all 11 matches' }).click()
  await page.getByRole('button', { name: 'Edit field' }).click()
  await edit.getByLabel('Field').selectOption('show')
  await expect(page.getByTestId('bulk-replaced')).toHaveText('Records with a different value that will be replaced: 11 of 11')
  await edit.getByRole('button', { name: 'Apply' }).click()
  await expect(result(page).getByRole('heading')).toHaveText('Changed: 11')
  await page.keyboard.press('Escape')
  const shown = `select count(*)::int as n, count(distinct a.change_id)::int as changes from cuisine c
    join audit_row a on a.table_name = 'cuisine' and a.row_key = c.cuisine_id::text where c.company = $1 and c."show" = 2`
  // The change, its undo, and the change again, each of all rows.
  expect(await stage.database.asOwner(shown, [stage.world.a])).toEqual([{ n: 33, changes: 3 }])

  await stage.database.asOwner('update merchant set cuisine = $1 where merchant_id = $2', [
    JSON.stringify([ids[1], ids[2]]),
    stage.world.merchants[0],
  ])
  for (const id of ids.slice(0, 3)) await row(page, id).getByRole('checkbox').first().check()
  await page.getByTestId('bulk-bar').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByTestId('bulk-delete').getByRole('button', { name: 'Yes' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(result(page).getByRole('listitem')).toHaveText([
    /^bRecord is in use: Merchants \(1\)$/,
    /^cRecord is in use: Merchants \(1\)$/,
  ])
  await expect(result(page).getByRole('heading')).toHaveText('Nothing changed: 2 of 3 failed')
  await stage.database.asOwner(`update merchant set cuisine = '[]'`)

  // The refused records are still selected.
  await page.keyboard.press('Escape')
  for (const id of ids.slice(1, 3)) await row(page, id).getByRole('checkbox').first().uncheck()
  // The last page is gone with its rows, and the previous one shows.
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByTestId('list-count')).toHaveText('6–10 of 11')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByTestId('list-count')).toHaveText('11–11 of 11')
  await expect(rows(page)).toHaveCount(1)
  await page.getByLabel('Select this page').check()
  await page.getByTestId('bulk-bar').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByTestId('bulk-delete').getByRole('button', { name: 'Yes' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(result(page)).toContainText('Deleted: 1')
  await expect(page.getByTestId('list-count')).toHaveText('6–10 of 10')
  await expect(page).toHaveURL(/[?&]page=2/)
  await expect(rows(page)).toHaveCount(5)
})

test('LIST-09 LIST-10 LIST-11 LIST-12 TAG-02: rows are sorted, numbered 1 to n, and the dialog stays until they are saved', async ({
  page,
  stage,
}) => {
  const [a = 0, b = 0, c = 0] = await rowsOf(stage, 'cuisine', cuisines('First', 'Second', 'Third'))
  await openList(page, stage, '/Company/Tag')
  await page.getByRole('button', { name: 'Sort', exact: true }).click()
  await page.getByRole('button', { name: 'Move Third up' }).click()
  await page.getByRole('button', { name: 'Move Third up' }).click()
  const from = await page.getByTestId(`sort-${a}`).boundingBox()
  const to = await page.getByTestId(`sort-${b}`).boundingBox()
  if (!from || !to) throw new Error('the rows are not there')
  await page.mouse.move(from.x + 60, from.y + 18)
  await page.mouse.down()
  await page.mouse.move(to.x + 60, to.y + 12, { steps: 8 })
  await page.mouse.up()
  await page.route('**/api', (route) => {
    const isSave = route.request().postData()?.includes('method=saveData') === true
    return isSave ? route.abort('internetdisconnected') : route.fallback()
  })
  // Clicks within 50 ms of a drop still belong to the drag.
  await expect(async () => {
    await page.getByTestId('sort-dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByTestId('notices').locator('[data-notice=negative]')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(page.getByTestId('sort-dialog')).toBeVisible()
  await page.unroute('**/api')
  await page.getByTestId('sort-dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByTestId('sort-dialog')).toBeHidden()
  const stored = await stage.database.asOwner('select cuisine_id, "order" from cuisine where company = $1 order by "order"', [
    stage.world.a,
  ])
  expect(stored).toEqual([
    { cuisine_id: c, order: 1 },
    { cuisine_id: b, order: 2 },
    { cuisine_id: a, order: 3 },
  ])
})

test(
  'LIST-10 EDIT-02: if two people sort a list, the second sees the first one’s changes before anything is written',
  { tag: '@full' },
  async ({ page, stage }) => {
    const [a = 0, b = 0, c = 0] = await rowsOf(stage, 'cuisine', cuisines('First', 'Second', 'Third'))
    await openList(page, stage, '/Company/Tag')
    const dialog = page.getByTestId('sort-dialog')
    const shown = () =>
      dialog.getByRole('listitem').evaluateAll((all) => all.map(({ dataset }) => Number(dataset['testid']?.slice(5))))
    const stored = async () => {
      const list = await stage.database.asOwner<{ id: number }>(
        'select cuisine_id as id from cuisine where company = $1 order by "order"',
        [stage.world.a],
      )
      return list.map(({ id }) => id)
    }
    const token = await stage.signIn('owner')
    const theirs = (method: string, ...tables: object[]) =>
      stage.call(
        'Reference',
        method,
        { tables: tables.map((table) => ({ table: 'cuisine', ...table })) },
        { token, company: stage.world.a },
      )
    const sortOf = (id: number, order: number) => ({ id, row: { order } })

    await page.getByRole('button', { name: 'Sort', exact: true }).click()
    await expect(dialog).toBeVisible()
    await expectWholeRings(page, 5)
    await page.getByRole('button', { name: 'Move Third up' }).click()
    // Another user deletes one row and adds another.
    await theirs('deleteData', { id: a })
    await theirs('saveData', { id: 0, row: { name: { en: 'Fourth' } } })
    const d = (await stored()).at(-1) ?? 0
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByTestId('sort-met')).toBeVisible()
    expect(await shown()).toEqual([c, d, b])
    expect(await stored()).toEqual([b, c, d])

    // And sorts at the very moment of the save.
    const sorts = async (): Promise<void> => void (await theirs('saveData', sortOf(d, 2), sortOf(b, 3), sortOf(c, 4)))
    let first = true
    await page.route('**/api', async (route) => {
      const isSave = route.request().postData()?.includes('method=saveData') === true
      if (isSave && first) {
        first = false
        await sorts()
      }
      await route.fallback()
    })
    await page.getByRole('button', { name: 'Move Second up' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(stored).toEqual([d, b, c])
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
    expect(await shown()).toEqual([c, b, d])
    await page.getByRole('button', { name: 'Use their order' }).click()
    expect(await shown()).toEqual([d, b, c])
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await page.getByRole('button', { name: 'Move Third up' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    expect(await stored()).toEqual([d, c, b])
  },
)

test('REF-02 REF-05: a status gets a built-in sound, or an uploaded file', async ({ page, stage }) => {
  const id = stage.status(2)
  const stored = () =>
    stage.database.asOwner<{ sound: string }>('select sound from order_status where order_status_id = $1', [id])
  await openList(page, stage, `/Company/OrderStatus?id=${id}`)
  const sound = field(page, 'sound').getByRole('combobox')
  await sound.selectOption('Falling tones')
  await save(page)
  await expect.poll(stored).toEqual([{ sound: 'builtin:cancelled' }])
  const chooser = page.getByTestId('sound-sound')
  await chooser.setInputFiles({ name: 'page.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('<script>') })
  await expect(field(page, 'sound').getByRole('alert')).toHaveText('Please select a sound file')
  const buffer = Buffer.from(soundFile(new Uint8Array(8000), 8000))
  await chooser.setInputFiles({ name: 'bell.wav', mimeType: 'audio/wav', buffer })
  await expect(sound).toHaveValue(/^[0-9a-f]{64}\.wav$/)
  await save(page)
  await expect.poll(stored).toEqual([{ sound: await sound.inputValue() }])
  const fetched = page.waitForResponse(/\/content\/[0-9a-f]+\.wav$/)
  await field(page, 'sound').getByRole('button', { name: 'Listen' }).click()
  expect((await fetched).headers()['content-type']).toBe('audio/wav')
  await stage.database.asOwner(`update order_status set sound = '' where order_status_id = $1`, [id])
})

test(
  'REF-03 REF-06: statuses are sorted by their number, which the editor can’t change',
  { tag: '@full' },
  async ({ page, stage }) => {
    await openList(page, stage, `/Company/OrderStatus?id=${stage.status(2)}`)
    await expect(field(page, 'status').locator('input')).toBeDisabled()
    await expect(field(page, 'transfer')).not.toContainText('New')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Sort', exact: true }).click()
    await expect(page.getByTestId(`sort-${stage.status(0)}`)).toHaveCount(0)
    await page.getByRole('button', { name: 'Move New up' }).click()
    await page.getByTestId('sort-dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByTestId('sort-dialog')).toBeHidden()
    const numbers = await stage.database.asOwner('select status from order_status where company = $1 order by status', [
      stage.world.a,
    ])
    expect(numbers.map(({ status }) => status)).toEqual([0, 1, 2, 3, 4, 5, 6])
  },
)

test(
  'LIST-01 MAIL-01 AUDIT-02: search and filters above a list decide which rows it shows',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { database, world } = stage
    await database.asOwner('update company set allow_mailing = 1')
    await rowsOf(stage, 'mailing', [{ text: { en: 'Free soup' } }, { text: { en: 'Cake' } }])
    await insertRow(database, 'mailing', { company: world.b, text: { en: 'Soup of Beta' } })
    await openList(page, stage, '/Administrator/Marketing/Mailing', 'platform')
    await expect(rows(page)).toHaveCount(3)
    await page.getByRole('searchbox', { name: 'Search' }).fill('soup')
    await expect(rows(page)).toHaveText([/Soup of Beta/, /Free soup/])
    await page.getByLabel('Company', { exact: true }).click()
    await page.getByRole('option', { name: 'Beta' }).click()
    await expect(rows(page)).toHaveText([/Soup of Beta/])

    for (const login of ['owner', 'platform'])
      await stage.call(
        'Reference',
        'saveData',
        { tables: [{ table: 'cuisine', id: 0, row: { name: { en: `By ${login}` } } }] },
        { token: await stage.signIn(login), company: world.a },
      )
    await page.goto(new URL('/Administrator/Audit', stage.url).href)
    const by = (login: string) => rows(page).filter({ hasText: login })
    await expect(by('owner')).not.toHaveCount(0)
    await page.getByLabel('User', { exact: true }).fill('platf')
    await expect(by('owner')).toHaveCount(0)
    await expect(by('platform')).not.toHaveCount(0)
    await page.getByLabel('Period', { exact: true }).selectOption('Yesterday')
    await expect(rows(page)).toHaveCount(0)
    await page.getByLabel('Period', { exact: true }).selectOption('Today')
    await expect(by('platform')).not.toHaveCount(0)
    await database.asOwner('delete from mailing')
  },
)

test(
  'if two people change one text, the second chooses only in the language that both changed',
  { tag: '@full' },
  async ({ page, stage }) => {
    const [id = 0] = await rowsOf(stage, 'cuisine', cuisines('Before'))
    await openList(page, stage, `/Company/Tag?id=${id}`)
    await expect(field(page, 'name').getByRole('textbox')).toHaveValue('Before')
    const token = await stage.signIn('owner')
    await stage.call(
      'Reference',
      'saveData',
      { tables: [{ table: 'cuisine', id, row: { name: { en: 'Theirs now', ru: 'Их текст' } } }] },
      { token, company: stage.world.a },
    )
    await field(page, 'name').getByRole('textbox').fill('Mine now')
    await save(page)
    const conflict = page.getByTestId('conflict-dialog')
    await expect(conflict).toContainText('Theirs now')
    await expect(conflict).toContainText('Mine now')
    await expect(conflict.getByRole('group')).toHaveCount(1)
    await conflict.getByRole('button').click()
    await save(page)
    await expect(row(page, id)).toContainText('Mine now')
    const [stored] = await stage.database.asOwner('select name from cuisine where cuisine_id = $1', [id])
    expect(stored).toEqual({ name: { en: 'Mine now', ru: 'Их текст' } })
  },
)

test(
  'EDIT-02 MERCH-19: two people’s changes of one merchant are merged where possible, and the rest is shown in words',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { a, operatorA } = stage.world
    const cuisine = (name: string) => insertRow(stage.database, 'cuisine', { company: a, name: { en: name } })
    const [thai, greek, french] = [await cuisine('Thai'), await cuisine('Greek'), await cuisine('French')]
    const old = { coords: null, city: null, address: 'Old street', info: {} }
    const id = await insertRow(stage.database, 'merchant', {
      company: a,
      name: { en: 'Corner' },
      cuisine: [thai, greek],
      address: old,
    })
    await openList(page, stage, `/Company/Merchant?id=${id}`)
    const stored = async () =>
      (
        await stage.database.asOwner(
          'select cuisine, address, work_time, delivery, access from merchant where merchant_id = $1',
          [id],
        )
      )[0]
    const opened = (await stored()) as { work_time: { day: number; periods: object[] }[] }
    const rights = (...levels: number[]) => Array.from({ length: 11 }, (_, at) => levels[at] ?? 0)
    const band = { from_km: 0, to_km: 5, price: 7, per_km: 0 }
    await expect(field(page, 'address').getByLabel('Address', { exact: true })).toHaveValue('Old street')
    // The tabs scroll only horizontally.
    const tabs = editor(page).getByRole('tablist')
    expect(await tabs.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0)

    const theirs = {
      cuisine: [greek, french],
      address: { ...old, address: 'Their street', coords: [1, 2] },
      work_time: opened.work_time.map((day) => (day.day < 2 ? { ...day, periods: [{ start: '08:00', end: '12:00' }] } : day)),
      delivery: [band],
      access: [{ user: operatorA, access: rights(0, 1, 1) }],
    }
    await stage.call(
      'Reference',
      'saveData',
      { tables: [{ table: 'merchant', id, row: theirs }] },
      { token: await stage.signIn('owner'), company: a },
    )

    const saveAll = async (): Promise<void> => {
      await page.keyboard.press('Control+Enter')
      await expect(page.getByTestId('save-question').getByRole('button', { name: 'Yes' })).toBeFocused()
      await page.keyboard.press('Enter')
    }
    await field(page, 'address').getByLabel('Address', { exact: true }).fill('My street')
    await field(page, 'cuisine').getByRole('button', { name: 'Remove Greek' }).click()
    await openTab(page, 'Delivery')
    await field(page, 'delivery').getByRole('button', { name: 'Add band' }).click()
    await openTab(page, 'Store hours')
    await page.getByTestId('day-1').locator('input[data-clock]').first().fill('09:15')
    await openTab(page, 'Access')
    await page.getByTestId(`access-${operatorA}`).getByRole('combobox').first().selectOption('Edit')
    await saveAll()

    const conflict = page.getByTestId('conflict-dialog')
    const asked = (name: string) => conflict.getByRole('group', { name, exact: true })
    await expect(conflict.getByRole('group')).toHaveCount(4)
    await expectWholeRings(page, 5)
    for (const [name, mine, other] of [
      ['Address (Address)', 'My street', 'Their street'],
      ['Delivery', '0–3 km: 0 €, and 0 € per km', '0–5 km: 7 €, and 0 € per km'],
      ['Store hours (Monday)', '09:15–22:00', '08:00–12:00'],
      ['Access (Otto: Board)', 'Edit', 'View'],
    ] as const) {
      await expect(asked(name)).toContainText(mine)
      await expect(asked(name)).toContainText(other)
    }
    await expect(conflict).not.toContainText(/[{}[\]"]/)
    await asked('Delivery').getByText('0–5 km').click()
    await conflict.getByRole('button').click()
    await saveAll()
    await expect(page.getByTestId('notices').getByText('Saved', { exact: true }).first()).toBeVisible()
    expect(await stored()).toMatchObject({
      cuisine: [french],
      address: { ...old, address: 'My street', coords: [1, 2] },
      work_time: theirs.work_time.map((day) => (day.day === 1 ? { ...day, periods: [{ start: '09:15', end: '22:00' }] } : day)),
      delivery: [band],
      access: [{ user: operatorA, access: rights(0, 2, 1) }],
    })
    await stage.database.asOwner('delete from merchant where merchant_id = $1', [id])
  },
)

test(
  'LIST-08 USER-01: across companies a company filter narrows the list, and a new record asks for its company',
  { tag: '@full' },
  async ({ page, stage }) => {
    const other = await insertRow(stage.database, 'user', { company: stage.world.b, name: 'Other', phone: '' })
    await openList(page, stage, '/Administrator/User', 'platform')
    await expect(rows(page).first()).toBeVisible()
    await expect(row(page, other)).toBeVisible()
    const filter = page.getByRole('combobox', { name: 'Company' })
    await filter.click()
    await page.getByRole('option', { name: 'Alpha' }).click()
    await expect(page).toHaveURL(new RegExp(`company=${stage.world.a}`))
    await expect(row(page, other)).toHaveCount(0)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(field(page, 'company').getByRole('combobox')).toHaveValue('Alpha')
    await field(page, 'name').getByRole('textbox').fill('From the platform')
    await save(page)
    await expect(editor(page)).toBeHidden()
    const [made] = await stage.database.asOwner(`select company from "user" where name = 'From the platform'`)
    expect(made).toEqual({ company: stage.world.a })
  },
)

test('LIST-14 LIST-15 LIST-16: a selector offers ten rows, searches while typing, and shows the selected name', async ({
  page,
  stage,
}) => {
  await rowsOf(
    stage,
    'merchant_type',
    Array.from({ length: 14 }, (_, n) => ({ type: { en: `Kind ${String.fromCharCode(97 + n)}` }, order: n + 1 })),
  )
  await openList(page, stage, `/Company/Merchant?id=${stage.world.merchants[0]}`)
  const type = field(page, 'type').getByRole('combobox')
  await type.click()
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options).toHaveCount(10)
  await type.fill('kind n')
  await expect(options).toHaveCount(1)
  await options.click()
  await expect(type).toHaveValue('Kind n')
  // A selector reloads after a save.
  await stage.database.asOwner(`update merchant_type set type = '{"en": "Sort n"}' where type->>'en' = 'Kind n'`)
  await save(page)
  await page.getByTestId('save-question').getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByTestId('notices')).toContainText('Saved')
  await expect(type).toHaveValue('Sort n')
  await page.reload()
  await expect(type).toHaveValue('Sort n')
  // One that adds to a list does the same.
  await rowsOf(
    stage,
    'cuisine',
    Array.from({ length: 14 }, (_, n) => ({ name: { en: `Food ${String.fromCharCode(97 + n)}` } })),
  )
  const cuisine = field(page, 'cuisine').getByRole('combobox')
  await cuisine.click()
  await expect(options).toHaveCount(10)
  await cuisine.fill('food n')
  await expect(options).toHaveCount(1)
})
