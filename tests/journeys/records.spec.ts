import { insertRow } from '@tiffin/server/test'
import { editor, field, openList, row, rows, rowsOf, save } from './records-support.ts'
import { expect, test } from './support.ts'

test.beforeEach(async ({ stage }) => {
  await stage.database.asOwner('update company set allow_courier_app = 1, limit_courier = null')
})

test('LIST-01 LIST-04 LIST-05: a list is searched, sorted and paged, as shown in the address', async ({ page, stage }) => {
  await rowsOf(
    stage,
    'cuisine',
    Array.from({ length: 18 }, (_, n) => ({ name: { en: `Tag ${String.fromCharCode(97 + n)}` }, order: n + 1 })),
  )
  await openList(page, stage, '/Company/Tag')
  await expect(rows(page)).toHaveCount(15)
  await expect(page.getByTestId('list-count')).toHaveText('1–15 of 18')
  expect(await page.getByLabel('Rows per page', { exact: true }).locator('option').allTextContents()).toEqual([
    '5',
    '10',
    '15',
    '20',
    '30',
    '40',
    '100',
  ])
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(rows(page)).toHaveCount(3)
  await expect(page).toHaveURL(/page=2/)
  await page.goBack()
  await expect(rows(page)).toHaveCount(15)
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=name/)
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=-name/)
  await expect(rows(page).first()).toContainText('Tag r')
  await page.getByRole('searchbox', { name: 'Search' }).fill('tag C')
  await expect(rows(page)).toHaveCount(1)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('tag C')
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody')
  await expect(page.getByTestId('list-no-match')).toBeVisible()
})

test('EDIT-04 EDIT-08 EDIT-10 TAG-03: a cuisine is created once, with its initial values, and the list shows it', async ({
  page,
  stage,
}) => {
  await rowsOf(stage, 'cuisine', [])
  await openList(page, stage, '/Company/Tag')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(editor(page)).toContainText('New record')
  await save(page)
  await expect(field(page, 'name')).toContainText('Name is required')
  await field(page, 'name').getByRole('textbox').fill('Vegan')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')
  await expect(editor(page)).toBeHidden()
  await expect(rows(page)).toContainText(['Vegan'])
  const made = await stage.database.asOwner(`select show, status from cuisine where company = $1`, [stage.world.a])
  expect(made).toEqual([{ show: 1, status: 1 }])
})

test('LIST-02 TAG-04 ERR-06 ERR-07: changing and deleting a cuisine is confirmed by a notice', async ({ page, stage }) => {
  const [id = 0] = await rowsOf(stage, 'cuisine', [{ name: { en: 'Vegan' } }])
  await openList(page, stage, '/Company/Tag')
  await row(page, id).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`id=${id}`))
  await field(page, 'show').getByRole('switch').click()
  await expect(page.getByTestId('notices')).toContainText('Saved')
  await field(page, 'name').getByRole('textbox').fill('Vegetarian')
  await page.keyboard.press('Control+Enter')
  await expect(row(page, id)).toContainText('Vegetarian')
  const [changed] = await stage.database.asOwner(`select name, show from cuisine where cuisine_id = $1`, [id])
  expect(changed).toEqual({ name: { en: 'Vegetarian' }, show: 2 })
  await page.keyboard.press('Control+Delete')
  await expect(page.getByTestId('delete-question')).toContainText('Delete item?')
  await expect(page.getByTestId('delete-question')).toContainText('Vegetarian')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('list-none')).toBeVisible()
  await expect(page.getByTestId('notices')).toContainText('Deleted')
})

test('EDIT-01: a record is loaded once when opened, and again each time', { tag: '@full' }, async ({ page, stage, context }) => {
  const [id = 0] = await rowsOf(stage, 'cuisine', [{ name: { en: 'Thai' } }])
  const name = (text: string) =>
    stage.database.asOwner('update cuisine set name = $1 where cuisine_id = $2', [JSON.stringify({ en: text }), id])
  // Whether the editor was visible when its record was requested, each time.
  await page.addInitScript((key) => {
    const { send } = XMLHttpRequest.prototype
    const asked: boolean[] = []
    XMLHttpRequest.prototype.send = function (body) {
      const form = new URLSearchParams(typeof body === 'string' ? body : '')
      const isRecord = form.get('method') === 'getData' && form.get('data')?.includes(`{"key":"cuisine_id","prm":${key}}`)
      if (isRecord) asked.push(document.querySelector('[data-testid=record-editor]') !== null)
      send.call(this, body)
    }
    Object.assign(window, { takeRequests: () => asked.splice(0) })
  }, id)
  const asked = () => page.evaluate(() => (window as unknown as { takeRequests: () => boolean[] }).takeRequests())
  await openList(page, stage, '/Company/Tag')
  const link = row(page, id).getByRole('link')
  const ways: Record<string, () => Promise<unknown>> = {
    link: () => link.click(),
    row: () =>
      row(page, id)
        .getByRole('cell')
        .last()
        .click({ position: { x: 1, y: 1 } }),
    Enter: () => link.press('Enter'),
    async menu() {
      await row(page, id).getByRole('button').click()
      await page.getByRole('menuitem', { name: 'Open' }).click()
    },
  }
  for (const [way, open] of Object.entries(ways)) {
    await name(way)
    await open()
    await expect(field(page, 'name').getByRole('textbox')).toHaveValue(way)
    expect(await asked(), way).toEqual([false])
    await page.keyboard.press('Escape')
    await expect(editor(page)).toBeHidden()
  }
  await name('Forward')
  await page.goForward()
  await expect(field(page, 'name').getByRole('textbox')).toHaveValue('Forward')
  expect(await asked()).toHaveLength(1)
  await page.keyboard.press('Escape')
  await expect(editor(page)).toBeHidden()

  const other = context.waitForEvent('page')
  await link.click({ button: 'middle' })
  await expect(field(await other, 'name').getByRole('textbox')).toHaveValue('Forward')
  expect(await asked()).toEqual([])
})

test(
  'ERR-08: the number and the link of a record can be copied, in the list and in the editor',
  { tag: '@full' },
  async ({ page, stage, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const [id = 0] = await rowsOf(stage, 'cuisine', [{ name: { en: 'Thai' } }])
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    const link = `${stage.url.replace(/\/$/, '')}/Company/Tag?id=${id}&company=${stage.world.a}`
    await openList(page, stage, '/Company/Tag')
    await row(page, id).getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await expect(page.getByTestId('notices')).toContainText(`String ${link} copied to clipboard`)
    expect(await copied()).toBe(link)
    await page.goto(link)
    await editor(page).getByRole('button', { name: 'Copy number' }).click()
    await expect(page.getByTestId('notices')).toContainText(`String ${id} copied to clipboard`)
    expect(await copied()).toBe(String(id))
    // However the record was opened.
    await page.goto(new URL(`/Company/Tag?id=${id}`, stage.url).href)
    await editor(page).getByRole('button', { name: 'Copy link' }).click()
    await expect.poll(copied).toBe(link)
    // With the open tab, which the links of the rows don't include.
    await page.goto(`${link}&tab=Main`)
    await editor(page).getByRole('button', { name: 'Copy link' }).click()
    await expect.poll(copied).toBe(`${link}&tab=Main`)
    await expect(row(page, id).locator('a').first()).not.toHaveAttribute('href', /tab=/)
  },
)

test('LIST-03: selecting the page while the next one loads selects the next one', { tag: '@full' }, async ({ page, stage }) => {
  const names = Array.from({ length: 8 }, (_, n) => ({ name: { en: `Tag ${n}` }, order: n + 1 }))
  const ids = await rowsOf(stage, 'cuisine', names)
  await openList(page, stage, '/Company/Tag?size=5')
  await expect(rows(page)).toHaveCount(5)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api', async (route) => {
    await released
    await route.fallback()
  })
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByLabel('Select this page').check()
  release()
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByLabel('Select this page')).toBeChecked()
  await expect(page.getByTestId('bulk-bar')).toContainText('3 selected')
  await expect(row(page, ids[7] ?? 0).getByRole('checkbox')).toBeChecked()
})

test(
  'LIST-02 USER-02: the first link in the row of a customer opens the record; a click on the phone does too',
  { tag: '@full' },
  async ({ page, stage }) => {
    const id = await insertRow(stage.database, 'user', { company: stage.world.a, name: 'Ida', phone: '49301555777' })
    await openList(page, stage, '/Company/User')
    await expect(row(page, id).getByRole('link').first()).toHaveText('Ida')
    await row(page, id).getByText('+49 301 555 777').click()
    await expect(field(page, 'name').getByRole('textbox')).toHaveValue('Ida')
  },
)

test(
  'COMP-17: a link to a record of another company opens there, or leaves the tab where it is',
  { tag: '@full' },
  async ({ page, stage }) => {
    const { a, b } = stage.world
    const id = await insertRow(stage.database, 'cuisine', { company: b, name: { en: 'Elsewhere' } })
    const address = new URL(`/Company/Tag?id=${id}&company=${b}`, stage.url).href
    await stage.database.asOwner('update admin set company = $1 where login = $2', [a, 'platform'])
    await openList(page, stage, '/Company/Tag', 'platform')
    await page.goto(address)
    await expect(page.getByTestId('other-company')).toContainText('This link belongs to another company: Beta')
    await expect(editor(page)).toBeHidden()
    await page.getByRole('link', { name: 'Stay in Alpha' }).click()
    await expect(page.getByTestId('record-list')).toBeVisible()
    await expect(row(page, id)).toHaveCount(0)
    await page.goto(address)
    await page.getByRole('button', { name: 'Go to Beta' }).click()
    await expect(editor(page)).toContainText('Elsewhere')
    await page.keyboard.press('Escape')
    await expect(row(page, id)).toBeVisible()
    await stage.database.asOwner('delete from cuisine where cuisine_id = $1', [id])
  },
)
