import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { insertRow } from '@tiffin/server/test'
import { read, utils, type WorkSheet } from 'xlsx'
import { printedTable } from './pdf-table.ts'
import { openList, rows } from './records-support.ts'
import { expect, test } from './support.ts'

const REPORT = '/Company/Report/Orders?time_finish=2026-11-20..2026-11-20&size=100'
/** More than one printed page. */
const ORDERS = 60

type Cell = string | number | undefined

const texts = (cells: Locator) => cells.evaluateAll((all) => all.map((cell) => cell.textContent))
/** The cells of each row as they are read; ticks say Yes or No. */
const cellsOf = (lines: Locator) =>
  lines.evaluateAll((all) =>
    all.map((line) =>
      [...line.children].map((cell) =>
        (cell.querySelector('[role=img]')?.getAttribute('aria-label') ?? cell.textContent).replaceAll(/[\u00a0\u202f]/g, ' '),
      ),
    ),
  )

const blanks: Readonly<Record<string, string>> = { Delivered: 'Not delivered yet', Courier: 'No courier' }
const times = new Set(['Created', 'Last change', 'Due', 'Delivered'])
const minutes = { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' } as const // prettier-ignore

/** A value of a sheet as the console shows it. */
function shownText(value: Cell, name: string): string {
  if (value === undefined || value === '') return blanks[name] ?? ''
  if (typeof value === 'string' || name === 'ID') return String(value)
  // Sheets count days since December 30, 1899.
  if (times.has(name)) return new Date(Math.round((value - 25_569) * 1440) * 60_000).toLocaleString('en-US', minutes)
  return `${value.toLocaleString('en-US', { minimumFractionDigits: 2 })} €`
}

test('the printed report has the rows of the table and of the exported sheet', async ({ page, stage }) => {
  const { database, world } = stage
  const cleo = await insertRow(database, 'user', { company: world.a, name: 'Cleo With A Long Name', phone: '49300000009' })
  for (let at = 0; at < ORDERS; at += 1)
    await stage.order({
      user: at % 2 === 0 ? world.userA : cleo,
      type: 1 + (at % 2),
      merchant: world.merchants[at % 2],
      destination_address: `Lindenallee ${at}, second courtyard`,
      cost: `${40 + at}.05`,
      discount: `${at % 3}.10`,
      bonus: '2.20',
      promocode: `SPRING${at}`,
      promocode_amount: '3.30',
      total: `${1000 + at}.40`,
      paid: at % 2,
      order_status: stage.status([2, 3, 8][at % 3] ?? 2),
      time_create: '2026-11-19T10:00:00Z',
      last_time: '2026-11-19T11:05:00Z',
      time_finish: new Date(Date.parse('2026-11-20T08:00:00Z') + at * 60_000).toISOString(),
      time_delivery: at % 2 === 0 ? '2026-11-20T13:15:00Z' : null,
      courier: at % 3 === 0 ? null : world.courierA,
      pay_type: world.payType,
    })
  await page.addInitScript(() => {
    const top = window.top as Window & { printed?: string }
    window.print = () => {
      top.printed = document.documentElement.outerHTML
      window.dispatchEvent(new Event('afterprint'))
    }
  })
  await openList(page, stage, REPORT)
  await expect(rows(page)).toHaveCount(ORDERS)
  const names = await texts(page.getByTestId('record-table').getByRole('columnheader'))
  const isShown = (_: unknown, at: number) => !['', 'Actions'].includes(names[at] ?? '')
  const headings = names.filter(isShown)
  const table = (await cellsOf(rows(page))).map((cells) => cells.filter(isShown))

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  const book = read(readFileSync(await saved.path()))
  const [, titles, ...lines] = utils.sheet_to_json<Cell[]>(book.Sheets[book.SheetNames[0] ?? ''] as WorkSheet, { header: 1 })
  expect(titles).toEqual(headings)
  expect(lines.map((line) => headings.map((name, at) => shownText(line[at], name)))).toEqual(table)

  await page.getByRole('button', { name: 'Print', exact: true }).click()
  const dialog = page.getByTestId('print-dialog')
  await dialog.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Print', exact: true })).toHaveCount(0)
  const html = await page.evaluate(() => (window as Window & { printed?: string }).printed ?? '')
  const { pages, rows: printed } = await printedTable(page, html)
  expect(pages).toBeGreaterThan(1)
  const asPrinted = (cells: readonly string[]) => cells.map((text) => text.replaceAll(/\s/g, '')).filter((text) => text !== '')
  expect(printed.slice(0, -1)).toEqual([headings, ...table].map(asPrinted))
  const [sums = []] = await cellsOf(page.getByTestId('record-table').locator('tfoot tr'))
  expect(printed.at(-1)?.slice(-4)).toEqual(asPrinted(sums).slice(-4))
})
