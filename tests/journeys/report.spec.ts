import type { Locator } from '@playwright/test'
import { platformSeeds } from '@tiffin/sdk/contract'
import { insertRow } from '@tiffin/server/test'
import { openList, row, rows } from './records-support.ts'
import { expect, type Page, resize, type Stage, test } from './support.ts'

const REPORT = '/Company/Report/Orders'
/** The day of the orders below. */
const DAY = 'time_finish=2026-11-20..2026-11-20'
const heading = (page: Page) => page.getByTestId('record-table').getByRole('columnheader')
const filter = (page: Page, name: string) => page.getByLabel(name, { exact: true })
/** The records that an open filter offers. */
const option = (page: Page) => page.getByRole('listbox').getByRole('option')

/** The text of each cell of a row by its column's heading; ticks say Yes or No. */
async function cellsOf(page: Page, line: Locator): Promise<Record<string, string>> {
  const names = await heading(page).allTextContents()
  const texts = await line
    .locator('td')
    .evaluateAll((cells) =>
      cells.flatMap((cell) => [
        cell.querySelector('[role=img]')?.getAttribute('aria-label') ??
          cell.textContent.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' '),
        ...Array<string>((cell as HTMLTableCellElement).colSpan - 1).fill(''),
      ]),
    )
  return Object.fromEntries(
    names.map((name, at) => [name, texts[at] ?? ''] as const).filter(([name]) => !['', 'Actions'].includes(name)),
  )
}

interface People {
  berta: number
  carla: number
}
const made: People = { berta: 0, carla: 0 }

test.beforeAll(async ({ stage }) => {
  const { database, world } = stage
  for (const { order_type_id, value } of platformSeeds().order_type ?? [])
    await database.asOwner('update order_type set value = $1 where order_type_id = $2', [JSON.stringify(value), order_type_id])
  await database.asOwner('update order_status set color = $1 where order_status_id = $2', [
    JSON.stringify({ background: '#123456', text: '#FEDCBA' }),
    stage.status(3),
  ])
  made.berta = await insertRow(database, 'user', { company: world.a, name: 'Berta', phone: '49300000001' })
  made.carla = await insertRow(database, 'courier', { company: world.a, name: 'Carla', phone: '49170000001' })
})

/** A delivery with a value in every column. */
const delivery = ({ world, status }: Stage) => ({
  user: world.userA,
  type: 1,
  merchant: world.merchants[0],
  destination_address: 'Lindenallee 5',
  cost: '40.00',
  discount: '1.10',
  bonus: '2.20',
  promocode: 'SPRING',
  promocode_amount: '3.30',
  total: '33.40',
  paid: 1,
  order_status: status(3),
  time_create: '2026-11-19T10:00:00Z',
  last_time: '2026-11-19T11:05:00Z',
  time_finish: '2026-11-20T12:10:00Z',
  time_delivery: '2026-11-20T13:15:00Z',
  courier: world.courierA,
  pay_type: world.payType,
})

/** A pickup that differs in every column, and has neither courier nor time of delivery. */
const pickup = ({ world, status }: Stage) => ({
  user: made.berta,
  type: 2,
  merchant: world.merchants[1],
  destination_address: 'Birkenweg 7',
  cost: '10.00',
  discount: '0.01',
  bonus: '0.02',
  promocode: 'AUTUMN',
  promocode_amount: '0.03',
  total: '9.94',
  paid: 0,
  order_status: status(2),
  time_finish: '2026-11-20T14:00:00Z',
})

test('REPORT-14 REPORT-15 REPORT-16 REPORT-17 REPORT-18: each column shows its value', async ({ page, stage }) => {
  const delivered = await stage.order(delivery(stage))
  const fetched = await stage.order(pickup(stage))
  await openList(page, stage, `${REPORT}?${DAY}`)
  await expect(rows(page)).toHaveCount(2)
  // Typed from D2 §2.4, in the words of the console.
  expect(Object.entries(await cellsOf(page, row(page, delivered)))).toEqual([
    ['ID', String(delivered)],
    ['Customer', 'Anna'],
    ['Type', 'Delivery to an address'],
    ['Merchant', 'Pizzeria'],
    ['Address', 'Lindenallee 5'],
    ['Cost', '40.00 €'],
    ['Discount', '1.10 €'],
    ['Bonuses', '2.20 €'],
    ['Promo code discount', '3.30 €'],
    ['Total', '33.40 €'],
    ['Promo code', 'SPRING'],
    ['Paid', 'Yes'],
    ['Status', 'Accepted'],
    ['Created', 'Nov 19, 2026, 11:00'],
    ['Last change', 'Nov 19, 2026, 12:05'],
    ['Due', 'Nov 20, 2026, 13:10'],
    ['Delivered', 'Nov 20, 2026, 14:15'],
    ['Courier', 'Carl'],
    ['Pay type', 'Cash'],
  ])
  const chip = row(page, delivered).getByText('Accepted')
  await expect(chip).toHaveCSS('background-color', 'rgb(18, 52, 86)')
  await expect(chip).toHaveCSS('color', 'rgb(254, 220, 186)')
  expect(await cellsOf(page, row(page, fetched))).toMatchObject({
    Customer: 'Berta',
    Type: 'Pickup',
    Merchant: 'Sushi',
    Paid: 'No',
    Status: 'New',
    Delivered: 'Not delivered yet',
    Courier: 'No courier',
    'Pay type': '',
  })
})

/** Opens the report with a delivery and a pickup, and returns a check for each of the filters' results. */
async function openTwo(page: Page, stage: Stage) {
  // A filter for 5123 must not find it.
  const first = await stage.order({ ...delivery(stage), order_id: 51_230 })
  const second = await stage.order({ ...pickup(stage), courier: made.carla })
  await openList(page, stage, `${REPORT}?${DAY}`)
  const shown = async (...ids: readonly number[]) => {
    await expect(rows(page)).toHaveCount(ids.length)
    for (const id of ids) await expect(row(page, id)).toBeVisible()
  }
  const all = () => shown(first, second)
  await all()
  return { first, all, none: () => shown(), onlyFirst: () => shown(first), onlySecond: () => shown(second) }
}

test('REPORT-01 REPORT-02: an order is found by its whole ID, or by a part of its address', async ({ page, stage }) => {
  const { first, all, none, onlyFirst, onlySecond } = await openTwo(page, stage)
  await filter(page, 'ID').pressSequentially(`#${first}`)
  await expect(filter(page, 'ID')).toHaveValue(String(first))
  await onlyFirst()
  await filter(page, 'ID').fill('5123')
  await none()
  await filter(page, 'ID').fill('')
  await all()
  await filter(page, 'Address').fill('rkenw')
  await onlySecond()
})

test('REPORT-03 REPORT-08: filters by payment and by order type', async ({ page, stage }) => {
  const { all, onlyFirst, onlySecond } = await openTwo(page, stage)
  for (const [name, ofFirst, ofSecond] of [
    ['Paid', 'Yes', 'No'],
    ['Type', 'Delivery to an address', 'Pickup'],
  ] as const) {
    await filter(page, name).selectOption({ label: ofFirst })
    await onlyFirst()
    await filter(page, name).selectOption({ label: ofSecond })
    await onlySecond()
    await filter(page, name).selectOption('')
    await all()
  }
})

test('REPORT-05 REPORT-06 REPORT-07: filters by merchant, customer and courier', async ({ page, stage }) => {
  const { all, onlyFirst, onlySecond } = await openTwo(page, stage)
  for (const [name, ofFirst, ofSecond] of [
    ['Merchant', 'Pizzeria', 'Sushi'],
    ['Customer', 'Anna', 'Berta'],
    ['Courier', /^Carl(?!a)/, 'Carla'],
  ] as const) {
    await filter(page, name).click()
    await option(page).filter({ hasText: ofFirst }).click()
    await onlyFirst()
    await filter(page, name).click()
    await option(page).filter({ hasText: ofSecond }).click()
    await onlySecond()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await all()
  }
})

test('REPORT-19: the sums cover all orders of the filter, on every page', async ({ page, stage }) => {
  for (let order = 0; order < 16; order += 1) await stage.order(delivery(stage))
  await stage.order(pickup(stage))
  const sums = async () => {
    const { Discount, Bonuses, 'Promo code discount': promo, Total } = await cellsOf(page, page.locator('tfoot tr'))
    return [Discount, Bonuses, promo, Total]
  }
  await openList(page, stage, `${REPORT}?${DAY}`)
  await expect.poll(sums).toEqual(['17.61 €', '35.22 €', '52.83 €', '544.34 €'])
  await filter(page, 'Paid').selectOption({ label: 'Yes' })
  await expect.poll(sums).toEqual(['17.60 €', '35.20 €', '52.80 €', '534.40 €'])
  await filter(page, 'Paid').selectOption({ label: 'No' })
  await expect.poll(sums).toEqual(['0.01 €', '0.02 €', '0.03 €', '9.94 €'])
})

/** Stores printed pages, and answers the browser's print dialog at once. */
const keepPrinted = (page: Page) =>
  page.addInitScript(() => {
    const top = window.top as Window & { printed?: string[] }
    window.print = () => {
      top.printed = [...(top.printed ?? []), document.documentElement.outerHTML]
      window.dispatchEvent(new Event('afterprint'))
    }
  })

/** The texts of a printed document's table, row by row. */
const printedRows = (page: Page) =>
  page.evaluate(() => {
    const [html = ''] = (window as Window & { printed?: string[] }).printed ?? []
    const printed = new DOMParser().parseFromString(html, 'text/html')
    const cells = (row: Element) =>
      [...row.querySelectorAll('th, td')].map((cell) => cell.textContent.replaceAll(/[\u00a0\u202f]/g, ' '))
    return {
      notes: [...printed.querySelectorAll('h1, p')].map((note) => note.textContent),
      rows: [...printed.querySelectorAll('tr')].map(cells),
    }
  })

test('REPORT-20 REPORT-21: all orders of the filter are printed, with filters, visible columns, sums and their number', async ({
  page,
  stage,
}) => {
  for (let order = 0; order < 16; order += 1) await stage.order(delivery(stage))
  const unpaid = await stage.order(pickup(stage))
  await keepPrinted(page)
  await openList(page, stage, `${REPORT}?${DAY}`)
  await expect(rows(page)).toHaveCount(15)
  // A column that is hidden is not printed.
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByRole('menu').getByText(name, { exact: true }).click()
    await page.keyboard.press('Escape')
  }
  await choose('Address')
  await expect(heading(page).filter({ hasText: 'Address' })).toHaveCount(0)
  const shown = (await heading(page).allTextContents()).filter((text) => !['', 'Actions'].includes(text))
  const asked = page.waitForRequest((request) => request.postData()?.includes('99999999') === true)
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await asked
  const dialog = page.getByTestId('print-dialog')
  await expect(dialog.getByTestId('print-quantity')).toHaveText('Rows: 17')
  await expect(dialog).toContainText('Due: 2026-11-20 – 2026-11-20')
  expect(await dialog.getByRole('columnheader').allTextContents()).toEqual(shown)
  await expect(dialog.locator('tbody tr')).toHaveCount(17)
  await expect(dialog.locator('tfoot')).toContainText('544.34 €')
  await dialog.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Print', exact: true })).toHaveCount(0)
  const { notes, rows: lines } = await printedRows(page)
  expect(notes).toEqual([
    'Orders report',
    expect.stringContaining('Due: 2026-11-20'),
    'Time zone: Europe/Berlin',
    'Rows 1–17 of 17',
  ])
  expect([lines[0], lines.length]).toEqual([shown, 19])
  const printed = Object.fromEntries(shown.map((name, at) => [name, lines[1]?.[at]]))
  expect(printed).toMatchObject({ ID: String(unpaid), Customer: 'Berta', Total: '9.94 €', Paid: 'No', Courier: 'No courier' })
  const sums = Object.fromEntries(shown.map((name, at) => [name, lines.at(-1)?.[at]]))
  expect(sums).toMatchObject({ Discount: '17.61 €', Bonuses: '35.22 €', 'Promo code discount': '52.83 €', Total: '544.34 €' })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await choose('Address')
  await expect(heading(page).filter({ hasText: 'Address' })).toHaveCount(1)
})

test('REPORT-09: the status filter offers up to 30 statuses and chooses the rows', async ({ page, stage }) => {
  const { database, world } = stage
  const accepted = await stage.order(delivery(stage))
  const fresh = await stage.order(pickup(stage))
  for (let status = 100; status < 130; status += 1)
    await insertRow(database, 'order_status', { company: world.a, status, value: { en: `Zone ${status}` } })
  await openList(page, stage, `${REPORT}?${DAY}`)
  await expect(row(page, fresh)).toBeVisible()
  await filter(page, 'Status').click()
  await expect(option(page)).toHaveCount(30)
  await option(page).filter({ hasText: 'Accepted' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, accepted)).toBeVisible()
  await database.asOwner('delete from order_status where status >= 100')
})

test('REPORT-10: the period covers the due times from 00:00:00 of its first day to 23:59:59 of its last', async ({
  page,
  stage,
}) => {
  // Berlin is one hour ahead of UTC in November.
  const due = (time_finish: string) => stage.order({ time_finish, time_create: '2026-10-01T10:00:00Z' })
  await due('2026-11-17T22:59:59Z')
  const inside = [await due('2026-11-17T23:00:00Z'), await due('2026-11-20T22:59:59Z')]
  await due('2026-11-20T23:00:00Z')
  await openList(page, stage, `${REPORT}?time_finish=all`)
  await expect(rows(page)).toHaveCount(4)
  await filter(page, 'Period').selectOption({ label: 'Choose dates…' })
  await page.getByLabel('Period: From').fill('2026-11-18')
  // The first day alone is a period, too.
  await expect(page.getByLabel('Period: To')).toHaveValue('2026-11-18')
  await page.getByLabel('Period: To').fill('2026-11-20')
  await expect(rows(page)).toHaveCount(2)
  for (const id of inside) await expect(row(page, id)).toBeVisible()
})

test('REPORT-12: up to 800 px a button shows and hides the filters', async ({ page, stage }) => {
  await stage.order(delivery(stage))
  await openList(page, stage, `${REPORT}?${DAY}`)
  await expect(rows(page)).toHaveCount(1)
  const names = ['ID', 'Address', 'Paid', 'Merchant', 'Customer', 'Courier', 'Type', 'Status', 'Period'] as const
  const toggle = page.getByRole('button', { name: 'Filters: 1' })
  const expectFilters = async (visible: boolean) => {
    for (const name of names) await expect(filter(page, name)).toBeVisible({ visible })
  }
  await resize(page, 801, 900)
  await expect(toggle).toBeHidden()
  await expectFilters(true)
  await page.setViewportSize({ width: 800, height: 900 })
  await expect(toggle).toBeVisible()
  await expectFilters(false)
  await toggle.click()
  await expectFilters(true)
  await toggle.click()
  await expectFilters(false)
})

test('REPORT-13 BOARD-20: typing in a filter searches 200 ms after the last keystroke', async ({ page, stage }) => {
  await stage.order(delivery(stage))
  await openList(page, stage, `${REPORT}?${DAY}`)
  await expect(rows(page)).toHaveCount(1)
  await page.clock.install()
  await page.goto(`${stage.url}${REPORT}?${DAY}`)
  await expect(rows(page)).toHaveCount(1)
  await page.clock.pauseAt(Date.now() + 600_000)
  for (const [name, field, text] of [
    ['ID', 'order_id', '12'],
    ['Address', 'destination_address', 'xy'],
  ] as const) {
    await filter(page, name).pressSequentially(text.slice(0, 1))
    await page.clock.runFor(199)
    await filter(page, name).pressSequentially(text.slice(1))
    await page.clock.runFor(199)
    expect(page.url()).not.toContain(field)
    await page.clock.runFor(1)
    // The address follows in a timer of its own.
    await expect
      .poll(async () => {
        await page.clock.runFor(5)
        return page.url()
      })
      .toContain(`${field}=${text}`)
  }
})

test.describe('access', () => {
  const grant = async ({ database, world }: Stage, levels: readonly (readonly number[])[]): Promise<void> => {
    for (const [at, access] of levels.entries())
      await database.asOwner('update merchant set access = $1 where merchant_id = $2', [
        JSON.stringify([{ user: world.operatorA, access }]),
        world.merchants[at],
      ])
  }
  // As in the test world.
  test.afterEach(({ stage }) => grant(stage, [[0, 2, 1, 2], [0, 1, 1, 2], []]))

  test('PERM-13 PERM-14 PERM-15: operators see only merchants with a report level and their orders, owners and administrators all', async ({
    browser,
    stage,
  }) => {
    const { merchants } = stage.world
    // Board, then report: the second merchant is visible elsewhere.
    await grant(stage, [
      [0, 0, 1],
      [0, 2, 0, 2, 2, 2],
      [0, 0, 0],
    ])
    const orders: number[] = []
    for (const merchant of merchants) orders.push(await stage.order({ ...delivery(stage), merchant }))
    await stage.database.asOwner('update admin set company = $1 where login = $2', [stage.world.a, 'platform'])
    for (const [login, seen, offered] of [
      ['operator', orders.slice(0, 1), ['Pizzeria']],
      ['owner', orders, ['Hidden', 'Pizzeria', 'Sushi']],
      ['platform', orders, ['Hidden', 'Pizzeria', 'Sushi']],
    ] as const) {
      const context = await browser.newContext()
      const page = await context.newPage()
      await openList(page, stage, `${REPORT}?${DAY}`, login)
      await expect(rows(page)).toHaveCount(seen.length)
      for (const id of seen) await expect(row(page, id)).toBeVisible()
      await filter(page, 'Merchant').click()
      // An address that another journey has given comes after the name.
      await expect(option(page)).toHaveText([...offered].map((name) => new RegExp(`^${name}`)))
      await context.close()
    }
  })

  test('PERM-03: an operator with nothing but the report is offered the customers and couriers of its orders', async ({
    page,
    stage,
  }) => {
    await grant(stage, [[0, 0, 1], [], []])
    const order = await stage.order(delivery(stage))
    await stage.order({ ...pickup(stage), courier: made.carla })
    await openList(page, stage, `${REPORT}?${DAY}`, 'operator')
    await expect(rows(page)).toHaveCount(1)
    for (const [name, label] of [
      ['Customer', 'Anna'],
      ['Courier', 'Carl'],
    ] as const) {
      await filter(page, name).click()
      await expect(option(page)).toHaveText([label])
      await option(page).click()
      await expect(filter(page, name)).toHaveValue(`${name}: ${label}`)
      await expect(row(page, order)).toBeVisible()
    }
    await expect(page.getByTestId('notices').getByRole('alert')).toHaveCount(0)
  })
})
