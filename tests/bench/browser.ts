import { type Browser, type CDPSession, chromium, type Page } from 'playwright'
import type { World } from './world.ts'

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
    ],
  })
}

export const board = (page: Page) => page.locator('[data-order]').first()

/** Opens a signed-in page and waits for `until`, usually the board. */
export async function signIn(browser: Browser, world: World, login = 'owner', until = board) {
  const context = await browser.newContext({ viewport: { width: 1900, height: 1000 }, locale: 'en-US' })
  const page = await context.newPage()
  await page.goto(world.url)
  await page.getByLabel('Login').fill(login)
  await page.getByLabel('Password', { exact: true }).fill('tiffin-demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await until(page).waitFor()
  return { context, page, session: await context.newCDPSession(page) }
}

export async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find((item) => item.name === name)?.value ?? Number.NaN
}

/** Milliseconds of main-thread work for an action until the next frame, without waiting times. */
export async function workOf(page: Page, session: CDPSession, act: () => Promise<unknown>): Promise<number> {
  const before = await metric(session, 'TaskDuration')
  await act()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  return ((await metric(session, 'TaskDuration')) - before) * 1000
}
