import { decodeEscpos, paperText } from '../fakes/escpos-decoder.ts'
import { startFakePrinter } from '../fakes/fake-printer.ts'
import { fakeDevices } from './fake-devices.ts'
import { catchPrints, choosePrinter, jobs, openBoard, printFromMenu, states } from './printing-support.ts'
import { card, expect, type Page, signIn, type Stage, test } from './support.ts'
import { openTerminalBoard } from './terminal-board.ts'

const hostile = '<img src=x onerror="parent.hurt=1">'
const cart = [{ id: 1, name: hostile, qty: 2, price: '3.00', addons: [], allergens: [] }]
const mm = (length: number): number => (length / 25.4) * 96

test('BOARD-50 PRINT-12 KDS-12: a ticket goes through the print dialog, a person confirms it, and the second is a copy', async ({
  page,
  context,
  stage,
}) => {
  const prints = await catchPrints(context)
  const order = await stage.order({ cart })
  await signIn(page, stage, 'owner')
  await choosePrinter(page, stage, '80 mm paper')
  await openBoard(page, stage)
  await printFromMenu(page, order)
  await expect.poll(() => states(stage)).toEqual(['sending'])
  await page.getByTestId('print-question').getByRole('button', { name: 'Printed', exact: true }).click()
  await expect.poll(() => states(stage)).toEqual(['printed'])
  expect(prints[0]?.text).toContain(hostile)
  expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
  const [row] = await stage.database.asOwner<{ print: number }>(`select print from "order" where order_id = $1`, [order])
  expect(row?.print).toBe(stage.world.ownerA)
  await printFromMenu(page, order)
  await page.getByTestId('print-question').getByRole('button', { name: 'Printed', exact: true }).click()
  await expect
    .poll(async () => (await jobs(stage)).map(({ state, copy }) => `${state} ${copy}`))
    .toEqual(['printed 0', 'printed 1'])
  expect(prints.map(({ text }) => text.includes('COPY'))).toEqual([false, true])
})

for (const [paper, sheetWidth, width] of [
  ['58 mm paper', 58, 48],
  ['80 mm paper', 80, 72],
  ['A4 paper', 210, 120],
] as const)
  test(
    `PRINT-12: a page on ${paper} has the printable width of the paper, and one page`,
    { tag: '@full' },
    async ({ page, context, stage }) => {
      const prints = await catchPrints(context)
      await stage.order()
      await signIn(page, stage, 'owner')
      await choosePrinter(page, stage, paper)
      await page.getByRole('button', { name: 'Test print' }).click()
      await page.getByTestId('print-question').getByRole('button', { name: 'Printed', exact: true }).click()
      await expect(page.getByTestId('notices')).toContainText('Test page printed')
      expect(prints[0]?.width).toBeCloseTo(mm(width), 0)
      const sheet = await context.newPage()
      await sheet.setContent(prints[0]?.html ?? '')
      const pdf = (await sheet.pdf({ preferCSSPageSize: true })).toString('latin1')
      const boxes = [...pdf.matchAll(/MediaBox \[0 0 ([\d.]+) /g)].map(([, points]) => Math.round((Number(points) / 72) * 25.4))
      expect(boxes).toEqual([sheetWidth])
    },
  )

for (const [kind, label, name] of [
  ['serial', 'Serial port…', 'Serial 0403:6001'],
  ['usb', 'USB…', 'TM-T20'],
  ['bluetooth', 'Bluetooth…', 'MPT-II'],
] as const)
  test(
    `PRINT-04 PRINT-06 PRINT-10 PRINT-12: a printer by ${kind} is allowed, chosen and prints`,
    { tag: kind === 'usb' ? [] : '@full' },
    async ({ page, context, stage }) => {
      const devices = await fakeDevices(context)
      await stage.order()
      await signIn(page, stage, 'owner')
      await page.goto(`${stage.url}/Company/Printer`)
      await expect(page.getByRole('button', { name: label })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Test print' })).toHaveCount(0)
      await page.getByRole('button', { name: label }).click()
      await expect(page.getByTestId('printers').getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true')
      await page.getByLabel('Characters per line').fill('48')
      if (kind === 'serial') await page.getByLabel('Port speed').selectOption('19200')
      await page.getByRole('button', { name: 'Test print' }).click()
      await expect(page.getByTestId('notices')).toContainText('Test page printed')
      const paper = decodeEscpos(devices.take(kind))
      expect(paper.unknown).toEqual([])
      expect(paperText(paper)).toContain(`${name}\n`)
      expect(paper.items.filter((item) => item.kind === 'cut')).toHaveLength(1)
      expect(paper.items.find((item) => item.kind === 'picture')).toMatchObject({ width: 576 })
    },
  )

/** A browser with a selected USB printer. */
async function chooseUsb(page: Page, stage: Stage): Promise<void> {
  await page.goto(`${stage.url}/Company/Printer`)
  await page.getByRole('button', { name: 'USB…' }).click()
  await expect(page.getByTestId('printers').getByRole('button', { name: 'TM-T20' })).toHaveAttribute('aria-pressed', 'true')
}

async function accept(page: Page, stage: Stage, order: number): Promise<void> {
  await card(page, order).click({ button: 'right' })
  await page.getByTestId(`move-to-${stage.status(3)}`).click()
}

test(
  'BOARD-49 BOARD-10 KDS-12: with the toggle on, new tickets print automatically, in one of two tabs',
  { tag: '@full' },
  async ({ page, context, stage }) => {
    const devices = await fakeDevices(context)
    const [first, second] = [await stage.order({ order: 1 }), await stage.order({ order: 2 })]
    await signIn(page, stage, 'owner')
    await chooseUsb(page, stage)
    await openBoard(page, stage)
    await accept(page, stage, first)
    await expect.poll(() => states(stage)).toEqual(['queued'])
    await page.getByRole('button', { name: 'Print tickets here' }).click()
    await expect.poll(() => states(stage)).toEqual(['printed'])
    expect(paperText(decodeEscpos(devices.take('usb')))).toContain(`${first}`)
    await expect(page.getByTestId('notices')).toContainText('Printing on')

    const other = await context.newPage()
    await openBoard(other, stage)
    await expect(other.getByTestId('other-tab-prints')).toBeVisible()
    const [printed] = await jobs(stage)
    await page.close()
    await expect(other.getByTestId('other-tab-prints')).toHaveCount(0)
    await accept(other, stage, second)
    await expect.poll(() => states(stage)).toEqual(['printed', 'printed'])
    expect(decodeEscpos(devices.take('usb')).items.filter((item) => item.kind === 'cut')).toHaveLength(1)
    expect((await jobs(stage))[1]?.console).not.toBe(printed?.console)
  },
)

test(
  'KDS-12: an interrupted ticket raises an alarm until it is reprinted, marked as a copy',
  { tag: '@full' },
  async ({ page, context, stage }) => {
    const devices = await fakeDevices(context)
    const order = await stage.order()
    await signIn(page, stage, 'owner')
    await chooseUsb(page, stage)
    await openBoard(page, stage)
    devices.breakOff()
    await printFromMenu(page, order)
    const alarm = page.getByTestId(`print-alarm-${order}`)
    await expect(alarm).toContainText('may not have been printed: The printer stopped before the ticket was finished')
    devices.take('usb')
    await alarm.getByRole('button', { name: 'Print again' }).click()
    await expect(alarm).toHaveCount(0)
    await expect.poll(() => states(stage)).toEqual(['dismissed', 'printed'])
    expect(paperText(decodeEscpos(devices.take('usb')))).toContain('COPY')
  },
)

/** A ticket that another console has lost in the middle. */
async function interruptElsewhere(stage: Stage, order: number): Promise<void> {
  const options = { token: await stage.signIn('owner'), company: stage.world.a }
  const print = (method: string, data: object) => stage.call('Print', method, data, options)
  await print('request', { order_id: order })
  const { data } = await print('claim', { console: 'till-9' })
  const { print_job_id } = (data as { job: { print_job_id: number } }).job
  await print('begin', { print_job_id, console: 'till-9' })
  await print('fail', { print_job_id, console: 'till-9', bytes_sent: 7, error: "The printer isn't responding" })
}

test(
  'KDS-12: every board shows the alarm of a ticket, and one person dismisses it for all',
  { tag: '@full' },
  async ({ page, stage, browser }) => {
    const order = await stage.order()
    await interruptElsewhere(stage, order)
    await signIn(page, stage, 'owner')
    const elsewhere = await (await browser.newContext()).newPage()
    await signIn(elsewhere, stage, 'owner')
    const alarm = (at: Page) => at.getByTestId(`print-alarm-${order}`)
    await expect(alarm(page)).toContainText("The printer isn't responding")
    await alarm(elsewhere).getByRole('button', { name: 'Dismiss' }).click()
    await expect(alarm(page)).toHaveCount(0)
    expect(await states(stage)).toEqual(['dismissed'])
    await elsewhere.context().close()
  },
)

test(
  'KDS-12: a page that did not come out returns to the queue; only a person can confirm a page as printed',
  { tag: '@full' },
  async ({ page, context, stage }) => {
    await catchPrints(context)
    const order = await stage.order()
    await signIn(page, stage, 'owner')
    await choosePrinter(page, stage, '58 mm paper')
    await openBoard(page, stage)
    await printFromMenu(page, order)
    await page.getByTestId('print-question').getByRole('button', { name: 'Not printed' }).click()
    await expect(page.getByTestId('notices')).toContainText('Ticket not printed')
    await expect.poll(() => states(stage)).toEqual(['queued'])
  },
)

test(
  'BOARD-49 PRINT-12: a ticket for the kitchen printer is queued for a terminal',
  { tag: '@full' },
  async ({ page, stage }) => {
    const order = await stage.order()
    await signIn(page, stage, 'owner')
    await choosePrinter(page, stage, 'Kitchen printer')
    await expect(page.getByRole('button', { name: 'Test print' })).toHaveCount(0)
    await openBoard(page, stage)
    await card(page, order).click()
    await page.getByTestId('order-drawer').getByRole('button', { name: 'Print ticket' }).click()
    await expect(page.getByTestId('notices')).toContainText('is waiting for a kitchen printer')
    expect(await states(stage)).toEqual(['queued'])
  },
)

test(
  'PRINT-04 BOARD-49 PRINT-12: printers of running boards are offered by name, and the chosen one prints',
  { tag: '@full' },
  async ({ page, stage }) => {
    test.slow()
    const printer = await startFakePrinter()
    const order = await stage.order({ ticket: 7 })
    const token = await stage.signIn('owner')
    const bar = { console: 'bar', printers: [{ address: 'tcp://10.0.0.5', name: 'Bar printer' }] }
    await stage.call('Print', 'offer', bar, { token, company: stage.world.a })
    await signIn(page, stage, 'owner')
    await page.goto(`${stage.url}/Company/Printer`)
    const choice = (name: string) => page.getByTestId('printers').getByRole('button', { name })
    await expect(choice('Bar printer')).toContainText('On terminal board bar')
    const board = await openTerminalBoard({ url: stage.url, login: 'owner', name: 'grill', printer: printer.address })
    try {
      const grill = choice('On terminal board grill')
      await expect(grill).toBeVisible({ timeout: 40_000 })
      await grill.click()
      await expect(grill).toHaveAttribute('aria-pressed', 'true')
      await openBoard(page, stage)
      await printFromMenu(page, order)
      await expect.poll(() => states(stage), { timeout: 20_000 }).toEqual(['printed'])
      expect((await jobs(stage))[0]?.console).toMatch(/^grill#/)
      expect(printer.jobs).toHaveLength(1)
      expect(printer.text()).toContain('#7')
    } finally {
      await board.close()
      await printer.close()
    }
    await stage.database.asOwner(`update print_console set seen = now() - interval '1 minute'`)
    await page.goto(`${stage.url}/Company/Printer`)
    await expect(choice('Another board will print the ticket')).toHaveAttribute('aria-pressed', 'true')
    await stage.database.asOwner('delete from print_console')
  },
)
