import type { CDPSession, Page } from 'playwright'
import type { Bench, Figure } from './bench.ts'
import { openBrowser, signIn, workOf } from './browser.ts'
import { median, percentile } from './measure.ts'
import { openWorld } from './world.ts'

const TURNS = 16
const WORD = 'a long remark about nothing in particular, typed at a processor'

/** Milliseconds from the last byte of the response until its rows are on the screen, for pages not seen before. */
async function turnPages(page: Page, size: number): Promise<number[]> {
  await page.goto(`${new URL(page.url()).origin}/Administrator/Audit?size=${size}`)
  const rows = page.getByTestId('record-table').locator('tbody tr')
  await rows.nth(size - 1).waitFor()
  const times: number[] = []
  for (let turn = 0; turn < TURNS + 1; turn += 1) {
    const first = await rows.first().getAttribute('data-testid')
    const drawn = page.evaluate(async (before) => {
      performance.clearResourceTimings()
      const shown = (): boolean =>
        document.querySelector('[data-testid=record-table] tbody tr')?.getAttribute('data-testid') !== before
      while (!shown()) await new Promise((done) => requestAnimationFrame(done))
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
      const answers = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api'))
      return performance.now() - Math.max(...answers.map((answer) => (answer as PerformanceResourceTiming).responseEnd))
    }, first)
    await page.getByRole('button', { name: 'Next page' }).click()
    times.push(await drawn)
  }
  return times.slice(1)
}

/** The largest editor: milliseconds from the click until its fields are on the screen, and work of each letter typed. */
async function edit(page: Page, session: CDPSession): Promise<{ fields: number; opened: number[]; letters: number[] }> {
  await page.goto(`${new URL(page.url()).origin}/Company/Merchant`)
  const row = page.getByTestId('record-table').locator('tbody tr').first()
  const editor = page.getByTestId('record-editor')
  await row.waitFor()
  const opened: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    const shown = page.evaluate(async () => {
      const clicked = await new Promise<number>((done) =>
        addEventListener('click', () => done(performance.now()), { once: true }),
      )
      while (!document.querySelector('[data-testid=record-editor] [data-field=name]'))
        await new Promise((done) => requestAnimationFrame(done))
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
      return performance.now() - clicked
    })
    await row.click()
    // The first time, its chunk has to be fetched.
    if (turn > 0) opened.push(await shown)
    else await shown
    if (turn < TURNS - 1) {
      await page.keyboard.press('Escape')
      await editor.waitFor({ state: 'detached' })
    }
  }
  for (const tab of await editor.getByRole('tab').all()) {
    await tab.click()
    // If a tab is left before it is shown, its fields would not be re-rendered with each letter.
    await editor.locator('[role=tab][aria-selected=true]', { hasText: await tab.innerText() }).waitFor()
  }
  const fields = await editor.locator('[data-field]').count()
  await editor.getByRole('tab').first().click()
  await editor.locator('[data-field=name]').getByRole('textbox').first().focus()
  const letters: number[] = []
  for (const letter of WORD) letters.push(await workOf(page, session, () => page.keyboard.press(letter)))
  return { fields, opened, letters }
}

export const webRecords: Bench = {
  name: 'web-records',
  async run() {
    const world = await openWorld(100)
    const browser = await openBrowser()
    try {
      const platform = await signIn(browser, world, 'platform', (page) => page.getByRole('navigation').first())
      const usual = await turnPages(platform.page, 15)
      const largest = await turnPages(platform.page, 100)
      await platform.context.close()
      const { page, session } = await signIn(browser, world)
      await session.send('Performance.enable', { timeDomain: 'threadTicks' })
      const { fields, opened, letters } = await edit(page, session)
      return [
        {
          what: 'a page of 15 rows on the screen after its answer, p95',
          value: percentile(usual, 0.95),
          unit: 'ms',
          budget: 100,
        },
        { what: 'the same with 100 rows', value: percentile(largest, 0.95), unit: 'ms' },
        {
          what: `editor of ${fields} fields on the screen after the click, p95`,
          value: percentile(opened, 0.95),
          unit: 'ms',
          budget: 150,
          note: `p50 ${median(opened).toFixed(0)} ms`,
        },
        // Browsers call a task long from 50 ms.
        { what: 'main-thread work a letter typed into it, the most', value: Math.max(...letters), unit: 'ms', budget: 50 },
      ] satisfies Figure[]
    } finally {
      await browser.close()
      await world.stop()
    }
  },
}
