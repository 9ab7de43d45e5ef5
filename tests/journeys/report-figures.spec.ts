import { readFileSync } from 'node:fs'
import { insertRow } from '@tiffin/server/test'
import { read, utils, type WorkSheet } from 'xlsx'
import { openList, row, rows } from './records-support.ts'
import { axe, expect, looks, type Page, resize, type Stage, test } from './support.ts'

const REPORT = '/Company/Report/Orders'
/** Daylight saving time ends in the company's zone on October 25: from 02:00 to 03:00 twice. */
const DAYS = 'time_finish=2026-10-24..2026-10-25'

/** Orders on both days, in the hour that occurs twice, and a cancelled one. */
async function orders(stage: Stage): Promise<Record<'first' | 'second' | 'midnight' | 'cancelled', number>> {
  const { merchants, courierA } = stage.world
  const [pizzeria, sushi] = merchants
  const delivered = stage.status(8)
  return {
    first: await stage.order({ merchant: pizzeria, time_create: '2026-10-25T00:00:00Z', time_finish: '2026-10-25T00:30:00Z', time_delivery: '2026-10-25T00:40:00Z', total: '10.10', courier: courierA, promocode: 'TEN', promocode_amount: '1.00', order_status: delivered }), // prettier-ignore
    second: await stage.order({ merchant: pizzeria, time_create: '2026-10-25T01:00:00Z', time_finish: '2026-10-25T01:30:00Z', time_delivery: '2026-10-25T01:20:00Z', total: '20.20', courier: courierA, order_status: delivered }), // prettier-ignore
    midnight: await stage.order({ merchant: sushi, time_finish: '2026-10-24T22:00:00Z', total: '0.05' }),
    cancelled: await stage.order({ merchant: sushi, time_finish: '2026-10-24T21:59:59Z', total: '30.30', order_status: stage.status(0) }), // prettier-ignore
  }
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name, exact: true })
const bar = (page: Page, name: string) => page.getByTestId('report-chart').getByRole('link', { name, exact: true })

/** The texts of the report's rows and sums. */
const figures = (page: Page) =>
  page
    .getByTestId('report-table')
    .locator('tr')
    .evaluateAll((lines) =>
      lines.map((line) => [...line.children].map((cell) => cell.textContent.replaceAll(/[\u00a0\u202f]/g, ' ')).join(' | ')),
    )

/** The sum of the totals of the rows that are not cancelled, in cents. */
async function shownCents(page: Page): Promise<number> {
  const names = await page.getByTestId('record-table').getByRole('columnheader').allTextContents()
  const cells = await rows(page).evaluateAll((lines) => lines.map((line) => [...line.children].map((cell) => cell.textContent)))
  const kept = cells.filter((line) => line[names.indexOf('Status')] !== 'Cancelled')
  return kept.reduce((sum, line) => sum + Number((line[names.indexOf('Total')] ?? '').replaceAll(/[^\d]/g, '')), 0)
}

test('KDS-19: planned and actual time by merchant', async ({ page, stage }) => {
  await orders(stage)
  await openList(page, stage, `${REPORT}?${DAYS}`)
  await tab(page, 'Planned and actual').press('Enter')
  await expect
    .poll(() => figures(page))
    .toEqual([
      'Merchant | Delivered | Planned (min) | Actual (min) | Late by (min) | Late (%)',
      'Pizzeria | 2 | 30.0 | 30.0 | 5.0 | 50.0',
      'Total | 2 | 30.0 | 30.0 | 5.0 | 50.0',
    ])
  await expect(page).toHaveURL((url) => url.searchParams.get('report') === 'planned-actual')
  await page.reload()
  await expect.poll(async () => (await figures(page)).length).toBe(3)
})

test('the other reports keep the filters, and lead to their orders', async ({ page, stage }) => {
  const { first, second, midnight, cancelled } = await orders(stage)
  await openList(page, stage, `${REPORT}?${DAYS}`)
  await tab(page, 'Couriers').click()
  await expect
    .poll(() => figures(page))
    .toEqual([
      'Courier | Orders | Cancelled orders | Revenue without cancelled orders | Average without cancelled orders | Delivery | Discount',
      'No courier | 2 | 1 | 0.05 € | 0.05 € | 0.00 € | 0.00 €',
      'Carl | 2 | 0 | 30.30 € | 15.15 € | 0.00 € | 0.00 €',
      'Total | 4 | 1 | 30.35 € | 10.12 € | 0.00 € | 0.00 €',
    ])
  await tab(page, 'Promo codes').click()
  await expect
    .poll(() => figures(page))
    .toEqual([
      'Promo code | Orders | Cancelled orders | Revenue without cancelled orders | Average without cancelled orders | Promo code discount | Discount',
      'TEN | 1 | 0 | 10.10 € | 10.10 € | 1.00 € | 0.00 €',
      'Total | 1 | 0 | 10.10 € | 10.10 € | 1.00 € | 0.00 €',
    ])
  await tab(page, 'Merchants').click()
  await page.getByRole('button', { name: 'Compare with the previous period' }).click()
  await expect.poll(async () => (await figures(page)).at(-1)).toBe('Previous period | 0 | 0 | 0.00 € | – | 0.00 € | 0.00 €')
  await page.getByRole('link', { name: 'Sushi', exact: true }).click()
  await expect(rows(page)).toHaveCount(2)
  for (const id of [midnight, cancelled]) await expect(row(page, id)).toBeVisible()
  await tab(page, 'Couriers').click()
  await page.getByRole('link', { name: 'No courier', exact: true }).waitFor()
  await tab(page, 'Orders').click()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  for (const id of [first, second, midnight, cancelled]) await expect(row(page, id)).toBeVisible()
})

test('revenue is shown beside the sums; a bar of a chart leads to its orders, which add up to it', async ({ page, stage }) => {
  const { first, second, midnight, cancelled } = await orders(stage)
  await openList(page, stage, `${REPORT}?${DAYS}`)
  const totals = page.getByTestId('report-figures')
  await expect(totals).toHaveText(/Orders4Cancelled orders1Revenue without cancelled orders30\.35\s€/)
  await expect(page.getByTestId('report-period')).toHaveText('Orders due Oct 24, 2026 – Oct 25, 2026')
  await expect(page.locator('tfoot')).toContainText('60.65')
  const chart = page.getByLabel('Chart', { exact: true })

  await chart.selectOption({ label: 'By day' })
  await bar(page, 'Oct 25, 2026: 30.35 €').click()
  await expect(rows(page)).toHaveCount(3)
  await expect(row(page, cancelled)).toHaveCount(0)
  expect(await shownCents(page)).toBe(3035)
  await page.goBack()

  await chart.selectOption({ label: 'By hour' })
  await expect(bar(page, '00:00: 0.05 €')).toBeVisible()
  await bar(page, '02:00: 30.30 €').press('Enter')
  await expect(rows(page)).toHaveCount(2)
  for (const id of [first, second]) await expect(row(page, id)).toBeVisible()
  expect(await shownCents(page)).toBe(3030)
  await expect(page.getByLabel('Hour', { exact: true })).toHaveValue('2')
  await page.getByLabel('Hour', { exact: true }).selectOption('')
  await expect(rows(page)).toHaveCount(4)

  await chart.selectOption({ label: 'By merchant' })
  await page.getByLabel('Figures', { exact: true }).selectOption({ label: 'Orders' })
  await bar(page, 'Sushi: 2').press('Enter')
  await expect(rows(page)).toHaveCount(2)
  for (const id of [midnight, cancelled]) await expect(row(page, id)).toBeVisible()
  expect(await shownCents(page)).toBe(5)
  await page.goBack()
  await page.getByLabel('Figures', { exact: true }).selectOption({ label: 'Late by (min)' })
  await expect(bar(page, 'Pizzeria: 5.0')).toBeVisible()
})

/** The rows of a sheet as the console shows them. */
function sheetRows(file: string): string[] {
  const book = read(readFileSync(file))
  const [, ...lines] = utils.sheet_to_json<(string | number | undefined)[]>(book.Sheets[book.SheetNames[0] ?? ''] as WorkSheet, {
    header: 1,
  })
  const [heading = []] = lines
  const shown = (value: string | number | undefined, name: string): string => {
    if (value === undefined) return '–'
    if (typeof value === 'string') return value
    if (/Revenue|Average|Delivery|discount/i.test(name)) return `${value.toFixed(2)} €`
    return /min|%/.test(name) ? value.toFixed(1) : String(value)
  }
  return lines.map((line) => heading.map((name, at) => shown(line[at], String(name))).join(' | '))
}

test('figures, chart and other reports are about the orders that the search finds', async ({ page, stage }) => {
  await orders(stage)
  const { merchants } = stage.world
  await stage.order({ merchant: merchants[1], time_finish: '2026-10-25T12:00:00Z', total: '5.00', comment: 'Ring at the mill' })
  await openList(page, stage, `${REPORT}?${DAYS}&chart=day`)
  await page.getByRole('searchbox', { name: 'Search' }).fill('the mill')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByTestId('report-figures')).toContainText('Orders1Cancelled orders0Revenue without cancelled orders5.00')
  await expect(page.getByTestId('report-chart').getByRole('link')).toHaveCount(1)
  await tab(page, 'Merchants').click()
  await expect
    .poll(() => figures(page))
    .toEqual([
      'Merchant | Orders | Cancelled orders | Revenue without cancelled orders | Average without cancelled orders | Delivery | Discount',
      'Sushi | 1 | 0 | 5.00 € | 5.00 € | 0.00 € | 0.00 €',
      'Total | 1 | 0 | 5.00 € | 5.00 € | 0.00 € | 0.00 €',
    ])
  await page.getByRole('searchbox', { name: 'Search' }).fill('')
  await expect.poll(async () => (await figures(page)).length).toBe(4)
})

test('a report is exported and printed row by row as it is shown', async ({ page, stage }) => {
  await orders(stage)
  await page.addInitScript(() => {
    const top = window.top as Window & { printed?: string }
    window.print = () => {
      top.printed = document.documentElement.outerHTML
      window.dispatchEvent(new Event('afterprint'))
    }
  })
  for (const name of ['Couriers', 'Merchants', 'Promo codes', 'Planned and actual']) {
    await openList(page, stage, `${REPORT}?${DAYS}`)
    await tab(page, name).click()
    await page.getByRole('button', { name: 'Compare with the previous period' }).click()
    await expect.poll(async () => (await figures(page)).at(-1)).toContain('Previous period | 0 | ')
    const shown = await figures(page)

    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    expect(saved.suggestedFilename()).toMatch(/^Orders report [A-Za-z ]+ \d{4}-\d\d-\d\d\.xlsx$/)
    expect(sheetRows(await saved.path())).toEqual(shown)

    await page.getByRole('button', { name: 'Print', exact: true }).click()
    const dialog = page.getByTestId('print-dialog')
    await expect(dialog.getByTestId('print-quantity')).toHaveText(`Rows: ${shown.length - 3}`)
    await expect(dialog).toContainText('Due: 2026-10-24 – 2026-10-25')
    await dialog.getByRole('button', { name: 'Print', exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'Print', exact: true })).toHaveCount(0)
    const printed = await page.evaluate(() => {
      const paper = new DOMParser().parseFromString((window as Window & { printed?: string }).printed ?? '', 'text/html')
      const texts = (line: Element) => [...line.children].map((cell) => cell.textContent.replaceAll(/[\u00a0\u202f]/g, ' '))
      return {
        title: paper.querySelector('h1')?.textContent,
        rows: [...paper.querySelectorAll('tr')].map((line) => texts(line).join(' | ')),
      }
    })
    expect(printed).toEqual({ title: `Orders report: ${name}`, rows: shown })
    await dialog.getByRole('button', { name: 'Close' }).click()
  }
})

test('a report is saved with its period, chart, columns and comparison, opened from the palette, renamed and deleted', async ({
  page,
  stage,
}) => {
  await orders(stage)
  const views = page.getByTestId('views')
  const choose = async (item: string) => {
    await views.click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const saveAs = async (name: string) => {
    await choose('Save view')
    await page.getByLabel('View name').fill(name)
    await page.keyboard.press('Enter')
    await expect(views).toHaveText(name)
  }
  const column = page.getByTestId('record-table').getByRole('columnheader', { name: 'Address', exact: true })
  const toggleAddress = async () => {
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Address', exact: true }).click()
    await page.keyboard.press('Escape')
  }
  await openList(page, stage, `${REPORT}?${DAYS}&chart=hour&measure=orders`)
  await toggleAddress()
  await saveAs('Hours')
  await toggleAddress()
  await expect(views).toHaveText('Hours (modified)')
  await expect(column).toHaveCount(1)

  await tab(page, 'Merchants').click()
  await expect(page).toHaveURL(/report=merchants/)
  await page.getByRole('button', { name: 'Compare with the previous period' }).click()
  await expect(page).toHaveURL(/compare=1/)
  await page.getByLabel('Period', { exact: true }).selectOption({ label: 'Last month' })
  await expect(page).toHaveURL(/Last.*compare=1/)
  await saveAs('Monthly')
  // The period of the address stays relative.
  const saved = await page.evaluate(() =>
    Object.values(localStorage as Record<string, string>).find((text) => text.includes('Monthly')),
  )
  expect(saved).toContain('time_finish=Last+month')

  await page.goto(`${stage.url}/Company/Tag`)
  await expect(page.getByTestId('record-list')).toBeVisible()
  // On a busy machine, the list may show before the page takes keys.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByTestId('palette')).toBeVisible({ timeout: 3000 })
  }).toPass()
  await page.getByTestId('palette').getByRole('combobox').fill('Monthly')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL((url) => url.searchParams.get('report') === 'merchants' && url.searchParams.get('compare') === '1')
  await expect(page.getByLabel('Period', { exact: true })).toHaveValue('Last month')
  await expect(views).toHaveText('Monthly')

  await choose('Rename view Monthly')
  await page.getByLabel('View name').fill('Hours')
  await expect(page.getByTestId('view-name')).toContainText('Another view has this name')
  await expect(page.getByTestId('view-name').getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.getByLabel('View name').fill('Merchants monthly')
  await page.keyboard.press('Enter')
  await expect(views).toHaveText('Merchants monthly')

  await choose('Hours')
  await expect(page.getByLabel('Chart', { exact: true })).toHaveValue('hour')
  await expect(page.getByLabel('Figures', { exact: true })).toHaveValue('orders')
  await expect(rows(page)).toHaveCount(4)
  await expect(column).toHaveCount(0)
  await choose('Delete view Hours')
  await views.click()
  await expect(page.getByRole('menuitem')).toHaveText(['All records', 'Merchants monthly', 'Save view'])
})

test('saved reports follow the person to other devices, also those of former releases', async ({ page, stage, browser }) => {
  await orders(stage)
  await openList(page, stage, `${REPORT}?${DAYS}`)
  await page.goto(`${stage.url}${REPORT}?${DAYS}&report=merchants`)
  await expect(page.getByTestId('report-table')).toBeVisible()
  await page.getByTestId('views').click()
  await page.getByRole('menuitem', { name: 'Save view', exact: true }).click()
  await page.getByLabel('View name').fill('October')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('views')).toHaveText('October')
  const stored = () => stage.database.asOwner<{ names: string }>(`select jsonb_path_query_array(settings, '$.reports[*].name')::text as names from kanban_settings`) // prettier-ignore
  await expect.poll(stored).toEqual([{ names: '["October"]' }])

  const device = await browser.newContext()
  const other = await device.newPage()
  const names = async () => {
    await other.getByTestId('views').click()
    const items = await other.getByRole('menuitem').allTextContents()
    await other.keyboard.press('Escape')
    return items
  }
  // Former releases kept views on the device only.
  await other.addInitScript(() => localStorage.setItem('tiffin.records.orders report', '{"views":[{"name":"Mine","query":"report=promo"}]}')) // prettier-ignore
  await openList(other, stage, REPORT)
  await expect.poll(names).toEqual(['All records', 'October', 'Mine', 'Save view'])
  await expect.poll(stored).toEqual([{ names: '["October", "Mine"]' }])
  await page.reload()
  await expect(page.getByTestId('views')).toHaveText('October')
  await page.getByTestId('views').click()
  await expect(page.getByRole('menuitem', { name: 'Mine', exact: true })).toBeVisible()
  await device.close()
})

for (const { scheme, lang, tag } of looks)
  test(`axe finds nothing in charts and reports, ${scheme}, ${lang}`, { tag: [...tag] }, async ({ page, stage }) => {
    await orders(stage)
    await page.emulateMedia({ colorScheme: scheme })
    await openList(page, stage, `${REPORT}?${DAYS}&chart=day&lang=${lang}`)
    await expect(page.getByTestId('report-chart').getByRole('link')).toHaveCount(2)
    expect((await axe(page).analyze()).violations).toEqual([])
    await resize(page, 390, 844)
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await overflow()).toBeLessThanOrEqual(0)
    await page.goto(`${stage.url}${REPORT}?${DAYS}&report=planned-actual&compare=1`)
    await expect(page.getByTestId('report-table')).toBeVisible()
    expect((await axe(page).analyze()).violations).toEqual([])
    expect(await overflow()).toBeLessThanOrEqual(0)
  })

test('REPORT-04: the platform filters by a city that has merchants, companies do not', async ({ page, stage }) => {
  const { database, world } = stage
  const { midnight, cancelled } = await orders(stage)
  const city = (name: string) => insertRow(database, 'city', { country: 1, name: { en: name } })
  const [rome] = [await city('Rome'), await city('Emptyville')]
  const [before] = await database.asOwner<{ address: unknown }>('select address from merchant where merchant_id = $1', [world.merchants[1]]) // prettier-ignore
  const put = (address: unknown) =>
    database.asOwner('update merchant set address = $1 where merchant_id = $2', [JSON.stringify(address), world.merchants[1]])
  await put({ coords: null, city: rome, address: 'Via Appia 1', info: {} })
  try {
    await openList(page, stage, `/Administrator/Report/Orders?${DAYS}`, 'platform')
    await expect(rows(page)).toHaveCount(4)
    const filter = page.getByLabel('City', { exact: true })
    await filter.click()
    const option = page.getByRole('listbox').getByRole('option')
    await expect(option.filter({ hasText: 'Rome' })).toHaveCount(1)
    await expect(option.filter({ hasText: 'Emptyville' })).toHaveCount(0)
    await option.filter({ hasText: 'Rome' }).click()
    await expect(rows(page)).toHaveCount(2)
    for (const id of [midnight, cancelled]) await expect(row(page, id)).toBeVisible()
    await expect(page.getByTestId('report-figures')).toHaveText(/Orders2Cancelled orders1Revenue without cancelled orders0\.05/)
    await openList(page, stage, `${REPORT}?${DAYS}`)
    await expect(rows(page)).toHaveCount(4)
    await expect(filter).toHaveCount(0)
    // In a company's report the platform sees the same as the company.
    await openList(page, stage, `${REPORT}?${DAYS}&company=${world.a}`, 'platform')
    await expect(rows(page)).toHaveCount(4)
    await expect(filter).toHaveCount(0)
  } finally {
    await put(before?.address)
  }
})
