import type { Page } from '@playwright/test'
import { expectedCompanyRoutes, inMenu } from '../fixtures/navigation.ts'
import { card, expect, signIn, test } from './support.ts'

const palette = (page: Page) => page.getByTestId('palette')
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })

async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await palette(page).getByRole('combobox').fill(text)
}

test.beforeEach(async ({ stage }) => void (await stage.order()))

test('the palette opens by key and by button, and shows every page of the navigation with its key', async ({ page, stage }) => {
  await signIn(page, stage, 'owner')
  await page.getByRole('button', { name: 'Search everything' }).click()
  for (const name of ['Order board g o', 'Customers g c', 'Tariff g t', 'Company settings g s']) {
    await expect(option(page, name).and(page.locator('a[href^="/Company/"]'))).toBeVisible()
  }
  await expect(palette(page).locator('a[href^="/Company/"]')).toHaveCount(inMenu(expectedCompanyRoutes).length)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await find(page, 'tari')
  // The page, then its help.
  await expect(palette(page).getByRole('option')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/Company\/Tariff$/)
  await expect(palette(page)).toBeHidden()
})

test(
  'the palette has the page’s actions with their keys, and acts on the focused card',
  { tag: '@full' },
  async ({ page, stage }) => {
    const order = await stage.order({ order_status: stage.status(2), merchant: stage.world.merchants[0] })
    await signIn(page, stage, 'owner')
    await find(page, 'compact')
    await expect(option(page, 'Compact cards c')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Compact cards' })).toHaveAttribute('aria-pressed', 'true')
    await card(page, order).locator('.open').focus()
    await find(page, 'next status')
    await page.keyboard.press('Enter')
    await expect.poll(() => stage.statusOf(order)).toBe(3)
    await page.goto(`${stage.url}/Company/Tariff`)
    await expect(page.getByRole('heading', { name: 'Tariff' })).toBeVisible()
    await find(page, 'compact')
    await expect(palette(page).getByRole('option')).toHaveCount(0)
    await expect(palette(page).getByText('Nothing matches "compact"')).toBeVisible()
  },
)

test(
  'the palette finds orders by number and records by name, and links to them',
  { tag: '@full' },
  async ({ page, stage, context }) => {
    const order = await stage.order()
    await signIn(page, stage, 'owner')
    await find(page, String(order))
    await expect(option(page, `#${order}`)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('order-drawer')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('order-drawer')).toBeHidden()
    const [merchant] = await stage.database.asOwner<{ merchant_id: number; name: { en: string } }>(
      'select merchant_id, name from merchant where company = $1 order by merchant_id limit 1',
      [stage.world.a],
    )
    await find(page, merchant?.name.en ?? '')
    const found = option(page, new RegExp(`^${merchant?.name.en} · .*Merchants$`))
    await expect(found).toHaveAttribute('href', `/Company/Merchant?id=${merchant?.merchant_id}`)
    const opened = context.waitForEvent('page')
    await found.click({ modifiers: ['Control'] })
    await expect(await opened).toHaveURL(new RegExp(`/Company/Merchant\\?id=${merchant?.merchant_id}`))
  },
)

test('the palette shows operators only their own pages', { tag: '@full' }, async ({ page, stage }) => {
  await signIn(page, stage, 'operator')
  await page.keyboard.press('Control+k')
  await expect(option(page, 'Tariff')).toHaveCount(0)
  await expect(option(page, /^Order board/)).toBeVisible()
})

test('theme, language and sign-out are in the palette', { tag: '@full' }, async ({ page, stage }) => {
  await signIn(page, stage, 'owner')
  await find(page, 'dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveClass(/dark/)
  await find(page, 'العربية')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await find(page, 'خروج')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('exit-dialog')).toBeVisible()
})

test('? lists the keys of the current page, generated from its commands', { tag: '@full' }, async ({ page, stage }) => {
  await signIn(page, stage, 'owner')
  await page.keyboard.press('?')
  const help = page.getByTestId('keys-dialog')
  await expect(help.getByRole('heading', { name: 'Order board' })).toBeVisible()
  await expect(help.getByText('Compact cards')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page.getByRole('heading', { name: 'Tariff' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(help.getByText('Search everything')).toBeVisible()
  await expect(help.getByText('Compact cards')).toBeHidden()
})

test('g and a letter jump to a screen, but not while typing or in a dialog', { tag: '@full' }, async ({ page, stage }) => {
  await signIn(page, stage, 'owner')
  await page.getByRole('searchbox', { name: 'Search orders' }).focus()
  await page.keyboard.type('gt')
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).toHaveValue('gt')
  await expect(page).toHaveURL(/\/Company\/Order/)
  await page.getByRole('searchbox', { name: 'Search orders' }).fill('')
  await page.getByRole('button', { name: 'Menu' }).focus()
  await page.keyboard.press('?')
  await expect(page.getByTestId('keys-dialog')).toBeVisible()
  await page.keyboard.type('gt')
  await expect(page).toHaveURL(/\/Company\/Order/)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('keys-dialog')).toBeHidden()
  await page.keyboard.type('gt')
  await expect(page).toHaveURL(/\/Company\/Tariff$/)
  await page.keyboard.type('go')
  await expect(page).toHaveURL(/\/Company\/Order(\?|$)/)
  // Text typed right after Ctrl+K is not meant for the board, however long the palette takes to load.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/palette-*', async (route) => {
    await released
    await route.continue()
  })
  const compact = page.getByRole('button', { name: 'Compact cards', includeHidden: true })
  await expect(compact).toHaveAttribute('aria-pressed', 'false')
  const asked = page.waitForRequest('**/assets/palette-*')
  await page.keyboard.press('Control+k')
  await asked
  await page.keyboard.press('c')
  await expect(compact).toHaveAttribute('aria-pressed', 'false')
  release()
  await expect(page.getByTestId('palette')).toBeVisible()
})

test('the palette offers order actions only if an order is focused or selected', { tag: '@full' }, async ({ page, stage }) => {
  const order = await stage.order({ merchant: stage.world.merchants[0] })
  await signIn(page, stage, 'owner')
  const ofOrders = ['Move to next status', 'Move order to…', 'Assign a courier', 'Select order']
  const offered = async (): Promise<string[]> => {
    await page.keyboard.press('Control+k')
    await expect(option(page, 'Compact cards')).toBeVisible()
    const names = await palette(page).getByRole('option').allTextContents()
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
    return ofOrders.filter((name) => names.some((shown) => shown.startsWith(name)))
  }
  await page.getByRole('button', { name: 'Menu' }).focus()
  expect(await offered()).toEqual([])
  await card(page, order).locator('.open').focus()
  expect(await offered()).toEqual(ofOrders)
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Menu' }).focus()
  expect(await offered()).toEqual(['Move order to…', 'Assign a courier'])
})

test(
  'KDS-01 BOARD-32: with an open order, the palette lists its commands first, then those of the board, which close it',
  { tag: '@full' },
  async ({ page, stage }) => {
    const order = await stage.order()
    await signIn(page, stage, 'owner')
    const drawer = page.getByTestId('order-drawer')
    const group = (name: string) => palette(page).getByRole('group', { name, exact: true }).getByRole('option')
    const search = page.getByRole('searchbox', { name: 'Search orders' })
    const open = async () => {
      await card(page, order).click()
      await expect(drawer).toBeVisible()
    }
    await open()
    await find(page, 'order')
    const titles = await palette(page)
      .getByRole('group')
      .evaluateAll((groups) => groups.map((item) => item.ariaLabel))
    expect(titles.slice(0, 2)).toEqual([`#${order} Pizzeria`, 'Order board'])
    await palette(page).getByRole('combobox').fill('undo last move')
    await expect(palette(page).getByRole('option', { name: 'Undo last move' })).toHaveCount(1)
    await palette(page).getByRole('combobox').fill('next status')
    await group(`#${order} Pizzeria`).click()
    await expect.poll(() => stage.statusOf(order)).toBe(3)
    await expect(drawer).toBeVisible()

    await find(page, 'search orders')
    await page.keyboard.press('Enter')
    await expect(search).toBeFocused()
    await expect(drawer).toBeHidden()
    // The card gets the focus back unless something else has it.
    await page.keyboard.type('nobody')
    await expect(search).toHaveValue('nobody')
    await search.fill('')

    for (const [text, shown] of [
      ['all day', page.getByTestId('all-day')],
      ['moves in the last', page.getByTestId('recall-dialog')],
    ] as const) {
      await open()
      await find(page, text)
      await page.keyboard.press('Enter')
      await expect(shown).toBeVisible()
      await expect(drawer).toBeHidden()
      if (text === 'moves in the last') await page.keyboard.press('Escape')
    }
    await open()
    await find(page, 'compact')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Compact cards' })).toHaveAttribute('aria-pressed', 'true')
  },
)

const words = {
  en: [
    'sign out',
    'log out',
    'dark',
    'night',
    'language',
    'russian',
    'tariff',
    'subscription',
    'print',
    'password',
    'shortcuts',
    'mute',
  ],
  ru: ['выйти', 'тёмный', 'темная', 'язык', 'арабский', 'тариф', 'подписка', 'печать', 'пароль', 'горячие клавиши', 'громкость'],
  ar: [
    'تسجيل الخروج',
    'داكن',
    'ليل',
    'اللغة',
    'الروسية',
    'الباقة',
    'التعرفة',
    'الاشتراك',
    'طباعة',
    'كلمة المرور',
    'اختصارات',
    'كتم',
  ],
}
for (const [lang, list] of Object.entries(words)) {
  test(`the palette finds pages and actions by common names, ${lang}`, { tag: '@full' }, async ({ page, stage }) => {
    await signIn(page, stage, 'owner')
    await page.evaluate((code) => localStorage.setItem('tiffin.lang', code), lang)
    await page.reload()
    await expect(page.getByTestId('board')).toBeVisible()
    await page.keyboard.press('Control+k')
    const missing: string[] = []
    for (const word of list) {
      await palette(page).getByRole('combobox').fill(word)
      await expect(palette(page).getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
      if ((await palette(page).getByRole('option').count()) === 0) missing.push(word)
    }
    expect(missing).toEqual([])
  })
}
