import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { openStore, readConfig, startDemo } from '@tiffin/server'
import { createTestDatabase, PASSWORD, type TestDatabase } from '@tiffin/server/test'
import { type Browser, chromium, type Page } from 'playwright'
import { fixTime } from './fix-time.ts'

/** Friday evening in the demonstration's town: the same moment gives the same pictures. */
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
  /** A statement that arranges what is seen. */
  before?: string
  /** Is there when the page is ready. */
  shows: string
  /** What is done before the picture is taken, and what is there then. */
  prepare?: (page: Page) => Promise<void>
  settled?: string
}

const BOARD = '[data-testid=board] [data-order]'
const scenes: readonly Scene[] = [
  { name: 'board-light', login: 'owner', shows: BOARD },
  {
    name: 'palette',
    login: 'owner',
    shows: BOARD,
    prepare: (page) => page.keyboard.press('Control+k'),
    settled: '[data-testid=palette]',
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
  { name: 'board-empty', login: 'owner-b', before: 'truncate print_job, "order" cascade', shows: '[data-testid=board-message]' },
  { name: 'board-disabled', login: 'owner-d', shows: '[data-testid=disabled-dialog]' },
]

interface Studio {
  browser: Browser
  url: string
  database: TestDatabase
}

async function take({ browser, url, database }: Studio, scene: Scene): Promise<void> {
  if (scene.before !== undefined) await database.asOwner(scene.before)
  const context = await browser.newContext({
    viewport: { width: scene.width ?? 1280, height: scene.height ?? 800 },
    colorScheme: scene.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  const page = await context.newPage()
  await fixTime(page, NOW)
  await page.addInitScript((lang) => localStorage.setItem('tiffin.lang', lang), scene.lang ?? 'en')
  await page.goto(url)
  await page.locator('input[name=username]').fill(scene.login)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.locator(scene.shows).first().waitFor()
  await page.locator('[data-testid=connection][data-state=live]').waitFor()
  await scene.prepare?.(page)
  if (scene.settled !== undefined) await page.locator(scene.settled).waitFor()
  const file = path.join(folder, `${scene.name}.png`)
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' })
  process.stdout.write(`${path.relative(root, file)}\n`)
  await context.close()
}

const database = await createTestDatabase()
const config = readConfig({
  PORT: '0',
  TIFFIN_LOG: 'silent',
  TIFFIN_WEB: process.env['TIFFIN_WEB'] ?? path.join(root, 'packages/web/dist'),
  DATABASE_URL: database.urls.app,
  DATABASE_OWNER_URL: database.urls.owner,
  DATABASE_WORKER_URL: database.urls.worker,
})
const store = await openStore(config)
const demo = await startDemo(config, {
  store,
  jobs: false,
  speed: 0,
  seed: { now: NOW, busy: { days: 2, perDay: 160, open: 44, customers: 200, couriers: 20 } },
})
// What is left of a subscription is counted from the day on which the pictures are taken.
await database.asOwner(`update company set due_date = now() + interval '20 days'`)
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
try {
  for (const scene of scenes) await take({ browser, url: demo.url, database }, scene)
} finally {
  await browser.close()
  await demo.stop()
  await store.close()
  await database.drop()
}
