import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { insertOrder, PASSWORD, startTestServer, type TestServer } from '@tiffin/server/test'

export { expect, type Page } from '@playwright/test'

/** The server of a journey, with helpers to set up data. */
export interface Stage extends TestServer {
  /** Inserts an order bypassing all rules, created just now by default; returns its key. */
  order(values?: Record<string, unknown>): Promise<number>
  /** Key of a status of company A by its number. */
  status(number: number): number
  /** Initial number of an order's status: a journey may have sorted the statuses since. */
  statusOf(order: number): Promise<number | undefined>
}

async function startStage(): Promise<Stage> {
  const web = process.env['TIFFIN_WEB'] ?? path.resolve(import.meta.dirname, '../../packages/web/dist')
  const server = await startTestServer({ TIFFIN_WEB: web, TIFFIN_WEBHOOK_NETWORKS: '127.0.0.1' })
  const { database, world } = server
  await database.asOwner(`update global_lang set support = 1, dir = 'ltr' where code in ('en', 'ru')`)
  await database.asOwner(
    `insert into global_lang (global_lang_id, code, name, dir, support) values (90, 'ar', 'العربية', 'rtl', 1)`,
  )
  // The tour would start by itself.
  await database.asOwner(`update admin set settings = settings || '{"tour": "done"}'`)
  const status = (number: number): number => world.statuses[number] as number
  return {
    ...server,
    order: (values = {}) => insertOrder(database, world, { time_create: new Date().toISOString(), ...values }),
    status,
    async statusOf(order) {
      const [row] = await database.asOwner<{ order_status: number }>(`select order_status from "order" where order_id = $1`, [
        order,
      ])
      const number = Object.keys(world.statuses).find((key) => status(Number(key)) === row?.order_status)
      return number === undefined ? undefined : Number(number)
    },
  }
}

/** Chooses a language by its native name in the user menu; the console is in English before. */
export async function chooseLanguage(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Account:' }).click()
  await page.getByRole('menuitem', { name: 'Language' }).click()
  await page.getByRole('menuitemradio', { name }).click()
}

/** Help would stand beside every page. */
const closeHelp = (context: BrowserContext) => context.addInitScript(() => localStorage.setItem('tiffin.help.closed', '1'))

export const test = base.extend<{ clean: void }, { stage: Stage }>({
  stage: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright demands this very form
    async ({}, use) => {
      const stage = await startStage()
      await use(stage)
      await stage.stop()
    },
    { scope: 'worker' },
  ],
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        await closeHelp(context)
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  context: async ({ context }, provide) => {
    // Playwright makes the first context of a worker itself.
    await closeHelp(context)
    await provide(context)
    // The next journey uses the same browser context, and Playwright does not reset these.
    await context.clearPermissions()
    await context.setOffline(false)
  },
  clean: [
    async ({ stage }, use) => {
      await stage.database.asOwner('truncate print_job, "order" cascade')
      // Resets changes by other journeys.
      await stage.database.asOwner('update company set enable = 1, suspended = 0')
      await stage.database.asOwner('delete from kanban_settings')
      await stage.database.asOwner('update admin set dictionary_edit = default, company = null')
      await use()
    },
    { auto: true },
  ],
})

/** Starts a session like the sign-in form, but without its page: most journeys test later pages. */
export async function startSession(page: Page, url: string, login: string): Promise<void> {
  const data = JSON.stringify({ login, password: PASSWORD, keep: 'cookie' })
  const answer = await page.request.post(`${url}/api`, { headers: { origin: url }, form: { api: 'Auth', method: 'Login', data } })
  expect(await answer.json()).toMatchObject({ auth: { status: 'OK' } })
}

export async function signIn(page: Page, stage: Pick<Stage, 'url'>, login: string): Promise<void> {
  await startSession(page, stage.url, login)
  await page.goto(stage.url)
  // Platform administrators begin with the list of all orders.
  await expect(page.getByTestId(login === 'platform' ? 'record-list' : 'board')).toBeVisible()
}

/** The address in the newest mail to a person. */
export async function linkTo(stage: Pick<Stage, 'url' | 'database'>, recipient: string): Promise<string> {
  const read = async (): Promise<string> => {
    const [mail] = await stage.database.asOwner<{ text: string }>(
      'select text from outbox where recipient = $1 order by outbox_id desc limit 1',
      [recipient],
    )
    return /\/auth#[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
  }
  await expect.poll(read).not.toBe('')
  return stage.url + (await read())
}

/** Resizes the window. Chromium keeps old media rules if a resize and new style rules coincide. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  const rules = (): Promise<number> =>
    page.evaluate(() => [...document.styleSheets].reduce((sum, sheet) => sum + sheet.cssRules.length, 0))
  let before = -1
  await expect
    .poll(
      async () => {
        const now = await rules()
        const settled = now === before
        before = now
        return settled
      },
      { intervals: [300] },
    )
    .toBe(true)
  await page.setViewportSize({ width, height })
}

export const card = (page: Page, order: number) => page.getByTestId(`card-${order}`)
/** The link that opens the order; a card may also have one to its chat. */
export const cardLink = (page: Page, order: number) => card(page, order).locator('[data-card-link]')
export const column = (page: Page, stage: Stage, number: number) => page.getByTestId(`column-${stage.status(number)}`)

/** Presses Tab this many times and checks that no focus ring is clipped. */
export async function expectWholeRings(page: Page, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('Tab')
    const cutBy = await page.evaluate(() => {
      const focused = document.activeElement
      if (!focused) return ['nothing has the focus']
      const { outlineWidth, outlineOffset } = getComputedStyle(focused)
      const available = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
      const ring = focused.getBoundingClientRect()
      const cut: string[] = []
      for (let around = focused.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowX === 'visible') continue
        const { left, top } = around.getBoundingClientRect()
        const [start, above] = [left + around.clientLeft, top + around.clientTop]
        const isWhole =
          ring.left - available >= start - 0.5 &&
          ring.right + available <= start + around.clientWidth + 0.5 &&
          ring.top - available >= above - 0.5 &&
          ring.bottom + available <= above + around.clientHeight + 0.5
        if (!isWhole) cut.push(`${focused.outerHTML.slice(0, 80)} by ${around.outerHTML.slice(0, 80)}`)
      }
      return cut
    })
    expect(cutBy).toEqual([])
  }
}

/** Runs axe on a page. Without legacy mode it opens another page each time for cross-origin frames, which we don't check. */
export const axe = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode(true)

/** Themes and languages to check; usual runs use only the most error-prone. */
export const looks = [
  { scheme: 'dark', lang: 'ar', tag: [] },
  { scheme: 'light', lang: 'en', tag: ['@full'] },
  { scheme: 'light', lang: 'ar', tag: ['@full'] },
  { scheme: 'dark', lang: 'en', tag: ['@full'] },
] as const
