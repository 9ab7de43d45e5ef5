import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { PASSWORD } from '@tiffin/server/test'
import { type Browser, chromium, type Page } from 'playwright'
import { openConversation, openCustomerPage, openWidget, seedChat } from './chat.ts'
import { type Demo, startDemoStage } from './demo.ts'
import { fixTime } from './fix-time.ts'
import { openMailing, seedMailings } from './mailings.ts'
import { takeTerminals } from './terminal.ts'

/** Friday evening in the demo's town: a fixed moment gives the same pictures. */
const NOW = Date.parse('2026-11-20T17:42:00Z')
const root = path.resolve(import.meta.dirname, '../..')
const folder = path.join(root, 'docs/screenshots')

interface Scene {
  name: string
  login: string
  width?: number
  height?: number
  dark?: boolean
  lang?: string
  /** Path of the page, if not the board. */
  path?: string
  /** Prepares the data. */
  before?: (database: Demo['database']) => Promise<unknown>
  /** Visible when the page is ready. */
  shows: string
  /** Actions before the picture, and the state that they lead to. */
  prepare?: (page: Page) => Promise<void>
  settled?: string
}

const BOARD = '[data-testid=board] [data-order]'
const ROW = '[data-testid=record-table] tbody tr'
/** Opens the editor of the first order on the board. */
async function editOrder(page: Page): Promise<void> {
  await page.locator(`${BOARD} a`).first().focus()
  await page.keyboard.press('e')
}

/** The same scene in each look. */
const inLooks = (scene: Scene): Scene[] => [
  scene,
  { ...scene, name: `${scene.name}-dark`, dark: true },
  { ...scene, name: `${scene.name}-arabic`, lang: 'ar' },
  { ...scene, name: `${scene.name}-phone`, width: 390, height: 844 },
]

const chat = {
  login: 'owner',
  path: '/Company/Chat',
  before: (database: Demo['database']) => seedChat(database, NOW),
  shows: '[data-testid^=chat-user-]',
}

const mailings = {
  login: 'owner',
  path: '/Company/Marketing/Mailing',
  before: (database: Demo['database']) => seedMailings(database, NOW),
  shows: ROW,
}

const scenes: readonly Scene[] = [
  { name: 'board-light', login: 'owner', shows: BOARD },
  {
    name: 'palette',
    login: 'owner',
    shows: BOARD,
    prepare: (page) => page.keyboard.press('Control+k'),
    settled: '[data-testid=palette] [role=option][aria-selected=true]',
  },
  { name: 'board-dark', login: 'owner', dark: true, shows: BOARD },
  { name: 'board-arabic', login: 'owner', lang: 'ar', shows: BOARD },
  { name: 'board-phone', login: 'owner', width: 390, height: 844, shows: BOARD },
  {
    name: 'board-compact',
    login: 'owner',
    shows: BOARD,
    prepare: (page) => page.keyboard.press('c'),
    settled: '[aria-pressed=true][aria-label="Compact cards"]',
  },
  { name: 'board-read-only', login: 'viewer', shows: BOARD },
  { name: 'records-customers', login: 'owner', path: '/Company/User', shows: ROW },
  { name: 'records-statuses', login: 'owner', path: '/Company/OrderStatus', shows: ROW },
  { name: 'records-promo-codes', login: 'owner', dark: true, path: '/Company/Marketing/Promocode', shows: ROW },
  { name: 'records-couriers', login: 'owner', lang: 'ar', path: '/Company/CourierList', shows: ROW },
  { name: 'records-companies', login: 'platform', path: '/Administrator/Company', shows: ROW },
  { name: 'records-audit', login: 'platform', path: '/Administrator/Audit', shows: ROW },
  ...inLooks({
    name: 'new-order',
    login: 'owner',
    shows: BOARD,
    async prepare(page) {
      await page.keyboard.press('o')
      for (const text of ['grill', 'anna']) {
        await page.getByTestId('new-order').locator('input:focus').fill(text)
        await page.getByTestId('new-order').getByRole('option').first().waitFor()
        await page.keyboard.press('Enter')
      }
      await page.getByTestId('cart').getByRole('combobox').fill('2 Soup 4.50')
      await page.keyboard.press('Enter')
    },
    settled: '[data-testid=read-back]',
  }),
  ...inLooks({
    name: 'map',
    login: 'owner',
    shows: BOARD,
    // The map's own page does not ask for a sign-in.
    async prepare(page) {
      await page.goto(new URL('/mapOSM?ready=true', page.url()).href)
      await page.locator('.map-courier').first().waitFor()
      await page.getByTestId('map-orders').getByRole('button').first().click()
    },
    settled: '.map-chosen',
  }),
  ...inLooks({
    name: 'help',
    login: 'owner',
    path: '/Company/Marketing/Promocode',
    shows: ROW,
    prepare: (page) => page.locator('header [data-guide=help]').click(),
    settled: '[data-testid=help-topics]',
  }),
  ...inLooks({
    name: 'tour',
    login: 'owner',
    path: '/Company/User',
    shows: ROW,
    async prepare(page) {
      await page.locator('[data-guide=menu]').click()
      await page
        .locator('#side-menu button:has(svg)')
        .filter({ hasText: /tour|جولة/ })
        .click()
      // To the first control of the board.
      for (let step = 2; step <= 10; step += 1) {
        await page.locator('[data-testid=tour] button').last().click()
        await page.locator(`[data-testid=tour-progress]:has-text("${step}")`).waitFor()
      }
    },
    settled: '[data-testid=tour-progress]',
  }),
  { name: 'report-light', login: 'owner', path: '/Company/Report/Orders', shows: ROW },
  { name: 'report-dark', login: 'platform', dark: true, path: '/Administrator/Report/Orders', shows: ROW },
  { name: 'report-arabic', login: 'owner', lang: 'ar', path: '/Company/Report/Orders', shows: ROW },
  { name: 'report-phone', login: 'owner', width: 390, height: 844, path: '/Company/Report/Orders', shows: ROW },
  { name: 'records-phone', login: 'owner', width: 390, height: 844, path: '/Company/User', shows: ROW },
  {
    name: 'editor-merchant',
    login: 'owner',
    path: '/Company/Merchant',
    shows: ROW,
    prepare: async (page) => {
      await page.locator(ROW).first().click()
      await page.getByRole('tab', { name: 'Delivery' }).click()
    },
    settled: '[data-testid=record-editor] [data-field=delivery]',
  },
  {
    name: 'editor-status',
    login: 'owner',
    dark: true,
    path: '/Company/OrderStatus',
    shows: ROW,
    prepare: (page) => page.locator(ROW).nth(1).click(),
    settled: '[data-testid=record-editor] [data-field=status]',
  },
  ...inLooks({ name: 'order-editor', login: 'owner', shows: BOARD, prepare: editOrder, settled: '[data-testid=total]' }),
  ...inLooks({
    name: 'why',
    login: 'owner',
    shows: BOARD,
    async prepare(page) {
      await editOrder(page)
      await page.getByTestId('total').locator('button[aria-expanded]').click()
      await page.getByTestId('why').locator('li').first().scrollIntoViewIfNeeded()
    },
    settled: '[data-testid=why] h4 >> nth=0',
  }),
  ...inLooks({
    name: 'report-chart',
    login: 'owner',
    path: '/Company/Report/Orders?chart=day',
    shows: '[data-testid=report-chart]',
  }),
  ...inLooks({ ...chat, name: 'chat', prepare: openConversation, settled: 'article >> nth=6' }),
  { ...chat, name: 'chat-empty' },
  ...inLooks({ ...chat, name: 'chat-customer', prepare: openCustomerPage, settled: 'article >> nth=6' }),
  { ...chat, name: 'chat-widget', prepare: openWidget, settled: 'iframe >> internal:control=enter-frame >> article >> nth=6' },
  { ...mailings, name: 'mailings' },
  ...inLooks({
    ...mailings,
    name: 'mailing-audience',
    prepare: openMailing(0, 1),
    settled: '[data-testid=without-mailing]',
  }),
  ...inLooks({
    ...mailings,
    name: 'mailing-sending',
    prepare: openMailing(1, 2),
    settled: '[data-testid=mailing-progress] progress',
  }),
  { ...mailings, name: 'mailing-messages', path: '/Company/Marketing/Push' },
  { ...mailings, name: 'mailing-blocked', path: '/Company/Marketing/BlockList' },
  { name: 'orders-of-all-companies', login: 'platform', path: '/Administrator/Order', shows: ROW },
  { name: 'board-disabled', login: 'owner-d', shows: '[data-testid=disabled-dialog]' },
  // Last, because it deletes the orders.
  {
    name: 'board-empty',
    login: 'owner-b',
    before: ({ asOwner }) => asOwner('truncate print_job, "order" cascade'),
    shows: '[data-testid=board-message]',
  },
]

interface Studio extends Demo {
  browser: Browser
}

async function take({ browser, url, database }: Studio, scene: Scene): Promise<void> {
  await scene.before?.(database)
  const context = await browser.newContext({
    viewport: { width: scene.width ?? 1280, height: scene.height ?? 800 },
    colorScheme: scene.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  const page = await context.newPage()
  await fixTime(page, NOW)
  await page.addInitScript((lang) => localStorage.setItem('tiffin.lang', lang), scene.lang ?? 'en')
  await page.goto(new URL(scene.path ?? '', url).href)
  await page.locator('input[name=username]').fill(scene.login)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.locator(scene.shows).first().waitFor()
  if (scene.path === undefined) await page.locator('[data-testid=connection][data-state=live]').waitFor()
  await scene.prepare?.(page)
  if (scene.settled !== undefined) await page.locator(scene.settled).waitFor()
  // Hover effects of the mouse must not be in the picture.
  await page.mouse.move(0, 0)
  keep(scene.name, await page.screenshot({ animations: 'disabled', caret: 'hide' }))
  // Pending answers would otherwise find the page closed.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
}

function keep(name: string, picture: Buffer): void {
  const file = path.join(folder, `${name}.png`)
  writeFileSync(file, picture)
  process.stdout.write(`${path.relative(root, file)}\n`)
}

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--no-first-run',
    '--disable-quic',
  ],
})
mkdirSync(folder, { recursive: true })
const { values: chosen } = parseArgs({ options: { only: { type: 'string' } } })
const isChosen = (name: string): boolean => chosen.only === undefined || name.startsWith(chosen.only)
try {
  const wanted = scenes.filter(({ name }) => isChosen(name))
  if (wanted.length > 0) {
    const demo = await startDemoStage(NOW, Date.now())
    for (const scene of wanted) await take({ ...demo, browser }, scene)
    await demo.stop()
  }
  await takeTerminals({ browser, isChosen, keep })
} finally {
  await browser.close()
}
