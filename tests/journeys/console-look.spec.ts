import { insertRow } from '@tiffin/server/test'
import { editor, openList, openTab, row, rowsOf } from './records-support.ts'
import { card, expect, type Page, signIn, test } from './support.ts'

const inLanguage = (page: Page, lang: string) => page.addInitScript((code) => localStorage.setItem('tiffin.lang', code), lang)

/** Signs in, whatever the language. */
async function enter(page: Page, url: string, login: string): Promise<void> {
  await page.goto(url)
  await page.locator('input[name=username]').fill(login)
  await page.locator('input[name=password]').fill('tiffin-demo')
  await page.locator('button[type=submit]').click()
  await expect(page.locator('input[name=password]')).toBeHidden()
}

/** Fields of the topmost dialog whose focus ring is clipped by a scroll container. */
const cutRings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)
    const cut: string[] = []
    for (const field of dialog?.querySelectorAll<HTMLElement>('input, select, textarea, button, a[href], [tabindex="0"]') ?? []) {
      if (!field.checkVisibility() || field.tabIndex < 0) continue
      field.focus()
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(field)
      if (document.activeElement !== field || outlineStyle === 'none') continue
      const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
      const own = field.getBoundingClientRect()
      for (let frame = field.parentElement; frame && dialog?.contains(frame); frame = frame.parentElement) {
        if (getComputedStyle(frame).overflowY === 'visible') continue
        const box = frame.getBoundingClientRect()
        const isCut =
          own.top - ring < box.top || own.left - ring < box.left || own.right + ring > box.right || own.bottom + ring > box.bottom
        // A field higher than its container is clipped anyway.
        if (isCut && own.height + 2 * ring <= box.height) cut.push(field.outerHTML.slice(0, 120))
      }
    }
    return cut
  })

test('focus rings are not clipped in any dialog', { tag: '@full' }, async ({ page, stage }) => {
  const order = await stage.order()
  await signIn(page, stage, 'owner')
  const dialogs = [
    ['?', 'keys-dialog', 'Compact cards'],
    ['Control+k', 'palette', 'Tariff'],
    ['r', 'recall-dialog', 'Close'],
    ['d', 'courier-dialog', 'Carl'],
  ] as const
  for (const [key, dialog, text] of dialogs) {
    await card(page, order).locator('.open').focus()
    await page.keyboard.press(key)
    await expect(page.getByTestId(dialog)).toContainText(text)
    expect(await cutRings(page), dialog).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByTestId(dialog)).toBeHidden()
  }
  await card(page, order).locator('.open').press('Enter')
  await expect(page.getByTestId('order-actions')).toBeVisible()
  expect(await cutRings(page), 'order').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Account:' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page.getByTestId('profile')).toBeVisible()
  expect(await cutRings(page), 'profile').toEqual([])
  for (const path of ['Tag', 'User']) {
    await page.goto(new URL(`/Company/${path}?id=new`, stage.url).href)
    await expect(editor(page).getByRole('tabpanel').locator('input').first()).toBeVisible()
    await page.keyboard.press('Tab')
    expect(await cutRings(page), path).toEqual([])
  }
})

for (const lang of ['en', 'ru', 'ar'])
  for (const width of [1440, 390])
    test(`the actions for an order fit in one row, ${lang}, ${width} px`, { tag: '@full' }, async ({ page, stage }) => {
      const order = await stage.order({ order_status: stage.status(3) })
      await inLanguage(page, lang)
      await page.setViewportSize({ width, height: 900 })
      await enter(page, stage.url, 'owner')
      await page.goto(new URL(`/Company/Order?order=${order}`, stage.url).href)
      const actions = page.getByTestId('order-actions')
      await expect(actions.getByRole('button')).toHaveCount(4)
      const boxes = await Promise.all((await actions.getByRole('button').all()).map((button) => button.boundingBox()))
      const middles = boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2))
      expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(1)
      for (const box of boxes) {
        expect(box?.x).toBeGreaterThanOrEqual(0)
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      }
    })

test(
  'PERM-12: with view access, the reason why nothing moves is shown once, not in each line',
  { tag: '@full' },
  async ({ page, stage }) => {
    const order = await stage.order({ merchant: stage.world.merchants[1] })
    await signIn(page, stage, 'operator')
    await card(page, order).click({ button: 'right' })
    const menu = page.getByTestId('moves')
    const why = await menu.getByTestId('moves-closed').textContent()
    expect(why).not.toBe('')
    expect((await menu.textContent())?.split(why ?? '-')).toHaveLength(2)
    await expect(menu.locator('[role=menuitem][aria-disabled=true]').first()).toBeVisible()
  },
)

test('BOARD-04: one of many merchants is found by typing, with the keyboard alone', { tag: '@full' }, async ({ page, stage }) => {
  const { a } = stage.world
  const made: number[] = []
  for (let n = 1; n <= 15; n += 1) {
    made.push(await insertRow(stage.database, 'merchant', { company: a, name: { en: `Kitchen ${n}` } }))
  }
  try {
    await stage.order()
    await signIn(page, stage, 'owner')
    await page.getByRole('button', { name: 'Merchants: All merchants' }).press('Enter')
    const dialog = page.getByTestId('merchant-dialog')
    await expect(dialog.getByRole('searchbox')).toBeFocused()
    expect(await cutRings(page)).toEqual([])
    await dialog.getByRole('searchbox').focus()
    await page.keyboard.type('kitchen 1')
    await expect(dialog.getByRole('checkbox')).toHaveCount(7)
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('checkbox', { name: 'Kitchen 12' })).toBeChecked()
    await page.keyboard.type('Kitchen 7')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(dialog.getByRole('checkbox', { name: 'Kitchen 7' })).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Merchants: 2 merchants' })).toBeFocused()
  } finally {
    await stage.database.asOwner('delete from merchant where merchant_id = any($1)', [made])
  }
})

test('no field is stretched on a screen of 2560 px', { tag: '@full' }, async ({ page, stage }) => {
  await stage.database.asOwner('update admin set company = $1 where login = $2', [stage.world.a, 'platform'])
  await page.setViewportSize({ width: 2560, height: 1300 })
  await openList(page, stage, `/Company/Merchant?id=${stage.world.merchants[0]}`)
  const widest = () =>
    page
      .locator('[data-field]')
      .locator('input, select, textarea')
      .evaluateAll((fields) => Math.max(0, ...fields.map((field) => field.getBoundingClientRect().width)))
  await expect.poll(widest).toBeGreaterThan(100)
  expect(await widest()).toBeLessThanOrEqual(1000)
  await page.goto(new URL('/Company/Settings', stage.url).href)
  await expect.poll(widest).toBeGreaterThan(100)
  expect(await widest()).toBeLessThanOrEqual(1000)
})

test('an editor keeps its size between tabs', { tag: '@full' }, async ({ page, stage }) => {
  await openList(page, stage, '/Company/User?id=new')
  const tabs = await editor(page).getByRole('tab').allTextContents()
  expect(tabs.length).toBeGreaterThan(1)
  const frames = new Set<string>()
  for (const tab of tabs) {
    await openTab(page, tab)
    frames.add(JSON.stringify(await editor(page).boundingBox()))
  }
  expect([...frames]).toHaveLength(1)
})

test('SHELL-40: a record with only an English name is shown by it in Arabic, marked with its language', async ({
  page,
  stage,
}) => {
  const [english = 0, arabic = 0] = await rowsOf(stage, 'cuisine', [
    { name: { en: 'Thai' }, order: 1 },
    { name: { en: 'Soup', ar: 'حساء' }, order: 2 },
  ])
  await inLanguage(page, 'ar')
  await enter(page, stage.url, 'owner')
  await page.goto(new URL('/Company/Tag', stage.url).href)
  await expect(row(page, english).locator('[lang=en]')).toHaveText('Thai')
  await expect(row(page, english).locator('[data-code=en]')).toBeVisible()
  await expect(row(page, arabic)).toContainText('حساء')
  await expect(row(page, arabic).locator('[lang], [data-code]')).toHaveCount(0)
})

test('countries are shown by two letters, which every system font has', { tag: '@full' }, async ({ page, stage }) => {
  await stage.database.asOwner('update admin set company = $1 where login = $2', [stage.world.a, 'platform'])
  const country = { country_id: 900, name: { en: 'Elbonia' }, alpha2: 'XE', emoji: '\u{1f1fd}\u{1f1ea}' }
  const id = await insertRow(stage.database, 'country', country)
  try {
    await openList(page, stage, '/Administrator/Country?search=Elbonia', 'platform')
    await expect(row(page, id)).toContainText('XE')
    expect(await row(page, id).textContent()).not.toMatch(/\p{RI}/u)
  } finally {
    await stage.database.asOwner('delete from country where country_id = $1', [id])
  }
})
