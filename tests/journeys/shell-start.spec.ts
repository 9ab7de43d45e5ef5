import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { insertOrder, startTestServer } from '@tiffin/server/test'
import type { Page, Route } from '@playwright/test'
import { chooseLanguage, expect, signIn, test } from './support.ts'

/** Holds the calls of one method until released. */
async function hold(page: Page, method: string): Promise<{ asked: () => number; release: () => void }> {
  const gate = Promise.withResolvers<undefined>()
  let asked = 0
  await page.route('**/api', async (route: Route) => {
    if (new URLSearchParams(route.request().postData() ?? '').get('method') !== method) return route.fallback()
    asked += 1
    await gate.promise
    return route.fallback()
  })
  return { asked: () => asked, release: () => gate.resolve(undefined) }
}

test('SHELL-01 SHELL-04 SHELL-05: shows the logo until languages, texts, countries and settings are loaded, then the sign-in', async ({
  page,
  stage,
}) => {
  const { asked, release } = await hold(page, 'getLang')
  await page.goto(stage.url)
  await expect(page.getByRole('status', { name: 'Loading' }).locator('svg')).toBeVisible()
  await expect.poll(asked).toBe(1)
  await expect(page.getByLabel('Login')).toBeHidden()
  release()
  await expect(page.getByLabel('Login')).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toBeHidden()
})

test('SHELL-08: without a chosen language, the first of the list is used', { tag: '@full' }, async ({ page, stage }) => {
  const first = page.waitForResponse((response) => (response.request().postData() ?? '').includes('method=getLang'))
  await page.goto(stage.url)
  const { auth } = (await (await first).json()) as { auth: { lang: { code: string }[] } }
  await expect(page.locator('html')).toHaveAttribute('lang', auth.lang[0]?.code ?? 'none')
  expect(await page.evaluate(() => localStorage.getItem('tiffin.lang'))).toBe(auth.lang[0]?.code)
})

test('loads the texts of the chosen language and of no other', async ({ page, stage }) => {
  await page.addInitScript(() => localStorage.setItem('tiffin.lang', 'ru'))
  await stage.order()
  await signIn(page, stage, 'owner')
  await expect(page.getByRole('link', { name: 'Клиенты' })).toBeVisible()
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const scripts = loaded.filter((name) => name.endsWith('.js'))
  const code = (await Promise.all(scripts.map(async (name) => (await page.request.get(name)).text()))).join('\n')
  // The whole code would be an unreadable failure.
  expect({ ru: code.includes('Клиенты'), ar: code.includes('العملاء') }).toEqual({ ru: true, ar: false })
})

test('LANG-06: another language is requested from the server, and its dictionary is used from then on', async ({
  page,
  stage,
}) => {
  const { database } = stage
  const texts = { en: 'Search everything', ru: 'Искать по словарю' }
  await database.asOwner(`insert into dictionary (application, texts) values ('admin', $1)`, [JSON.stringify(texts)])
  // The server caches its response until the platform's feed grows.
  const grow = `insert into feed_counter (company, last) values (0, 1) on conflict (company) do update set last = feed_counter.last + 1`
  await database.asOwner(grow)
  await stage.order()
  await signIn(page, stage, 'owner')
  await expect(page.getByRole('banner')).toContainText(texts.en)
  const asked = page.waitForRequest((request) => (request.postData() ?? '').includes('method=getLang'))
  await chooseLanguage(page, 'ru')
  expect(new URLSearchParams((await asked).postData() ?? '').get('data')).toContain('"lang":"ru"')
  await expect(page.getByRole('banner')).toContainText(texts.ru)
  await database.asOwner(`delete from dictionary where texts ->> 'ru' = $1`, [texts.ru])
  await database.asOwner(grow)
})

test('SHELL-06 SHELL-07 SHELL-11: a start without an answer in 10 s says so, is logged, and can be retried', async ({
  page,
  stage,
}) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.clock.install()
  const { asked, release } = await hold(page, 'getLang')
  await page.goto(stage.url)
  await expect.poll(asked).toBe(1)
  const status = page.getByRole('status', { name: 'Loading' })
  await page.clock.fastForward(5000)
  await expect(status).toHaveText('Waiting for the server…')
  await page.clock.fastForward(5000)
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect.poll(() => logged.filter((line) => line.includes('[tiffin] the start failed')).length).toBe(1)
  release()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByLabel('Login')).toBeVisible()
  expect(asked()).toBe(2)
})

for (const address of ['/', '/ClassicAuth']) {
  test(`NAV-01 NAV-08: ${address} shows the sign-in`, async ({ page, stage }) => {
    await page.goto(stage.url + address)
    await expect(page.getByLabel('Login')).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(stage.url + address)
  })
}

test('the theme is applied before the console’s first script runs', { tag: '@full' }, async ({ page, stage }) => {
  await page.addInitScript(() => localStorage.setItem('tiffin.theme', 'dark'))
  await page.route('**/assets/**', (route) => route.abort())
  await page.goto(stage.url)
  await expect(page.locator('html')).toHaveClass(/dark/)
  expect(await page.evaluate(() => document.documentElement.style.colorScheme)).toBe('dark')
})

test(
  'SHELL-03: language and direction are applied before the console’s first script runs',
  { tag: '@full' },
  async ({ page, stage }) => {
    await stage.order()
    await signIn(page, stage, 'owner')
    await chooseLanguage(page, 'العربية')
    const html = page.locator('html')
    await expect(html).toHaveAttribute('dir', 'rtl')
    await page.route('**/assets/**', (route) => route.abort())
    await page.reload()
    await expect(html).toHaveAttribute('lang', 'ar')
    await expect(html).toHaveAttribute('dir', 'rtl')
  },
)

test('nothing is animated for people who prefer reduced motion', { tag: '@full' }, async ({ page, stage }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await hold(page, 'getLang')
  await page.goto(stage.url)
  const mark = page.getByRole('status', { name: 'Loading' }).locator('div').first()
  await expect(mark).toHaveCSS('animation-duration', '0.001s')
})

test('the layout does not shift while the board loads', { tag: '@full' }, async ({ page, stage }) => {
  await stage.order()
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput)
          Object.assign(globalThis, { shifted: (globalThis as unknown as { shifted: number }).shifted + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await signIn(page, stage, 'owner')
  await page.reload()
  await expect(page.getByTestId('board')).toBeVisible()
  expect(await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)).toBeLessThan(0.1)
})

test('the first frame of the board has the visible cards, and those below follow', { tag: '@full' }, async ({ page, stage }) => {
  for (let order = 0; order < 14; order += 1) await stage.order()
  await signIn(page, stage, 'owner')
  await page.addInitScript(() => {
    const first = new MutationObserver(() => {
      const drawn = document.querySelectorAll('[data-order]').length
      if (drawn === 0) return
      Object.assign(globalThis, { drawnFirst: drawn })
      first.disconnect()
    })
    first.observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  const more = () =>
    page.evaluate(
      () => document.querySelectorAll('[data-order]').length - (globalThis as unknown as { drawnFirst: number }).drawnFirst,
    )
  await expect(page.locator('[data-order]').first()).toBeVisible()
  await expect.poll(more).toBeGreaterThan(2)
})

test('language names, which are slow to look up, wait for the palette', { tag: '@full' }, async ({ page, stage }) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { named: 0 })
    const DisplayNames = new Proxy(Intl.DisplayNames, {
      construct(target, given: ConstructorParameters<typeof Intl.DisplayNames>) {
        Object.assign(globalThis, { named: (globalThis as unknown as { named: number }).named + 1 })
        return new target(...given)
      },
    })
    Object.assign(Intl, { DisplayNames })
  })
  await stage.order()
  const named = () => page.evaluate(() => (globalThis as unknown as { named: number }).named)
  await signIn(page, stage, 'owner')
  expect(await named()).toBe(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('german')
  await expect.poll(named).toBeGreaterThan(0)
})

test('SHELL-12: a configured support widget starts with the console; otherwise nothing foreign is requested', async ({
  page,
  stage,
}) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(stage.url) && !request.url().startsWith('blob:')) foreign.push(request.url())
  })
  await page.goto(stage.url)
  await expect(page.getByLabel('Login')).toBeVisible()
  expect(foreign).toEqual([])

  const widget = createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/javascript').end('document.body.dataset.widget = "started"'),
  ).listen(0, '127.0.0.1')
  await new Promise((resolve) => widget.once('listening', resolve))
  const { port } = widget.address() as AddressInfo
  const server = await startTestServer({
    TIFFIN_WEB: process.env['TIFFIN_WEB'] ?? path.resolve(import.meta.dirname, '../../packages/web/dist'),
    TIFFIN_SUPPORT_WIDGET: `http://127.0.0.1:${port}/widget.js`,
  })
  try {
    await insertOrder(server.database, server.world)
    await page.goto(server.url)
    await expect(page.locator('body[data-widget=started]')).toBeAttached()
  } finally {
    await server.stop()
    widget.close()
  }
})
