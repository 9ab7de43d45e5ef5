import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { insertRow, PASSWORD } from '@tiffin/server/test'
import { openTerminalBoard } from './terminal-board.ts'
import { axe, cardLink, chooseLanguage, expect, type Page, signIn, type Stage, test } from './support.ts'

const command = path.resolve(import.meta.dirname, '../../packages/cli/dist/tiffin.js')

/** Texts of every front-end about the order, heading by heading. */
const explained = [
  'Price',
  'Cost: 10.00 € (Items: 1)',
  'Discount: -1.00 € (Set manually)',
  'Promo code: -0.90 € (Code SPRING: 10 percent of 9.00 €)',
  "Fee: 0.50 € (The company's fee)",
  'Delivery: 3.00 € (1 km by degrees: 2.00 € plus 1.00 € per km beyond 0 km)',
  'Total: 11.60 €',
  'Estimate',
  'Driving time: 6 min (1 km at 10 km/h)',
  'Base time: 15 min',
  'Cooking: 20 min',
  'Estimate: 45 min (Rounded up to 5 minutes)',
  'Promo code SPRING',
  'Code: Exists',
  'Dates: Valid from Jan 1, 2026 to Jan 31, 2030',
  'Merchant: Valid for all merchants',
  'Uses in total: In other orders: 0. No limit',
  'Uses by this customer: In other orders: 0. The limit is 3',
  'Discount: -0.90 € (Code SPRING: 10 percent of 9.00 €)',
  'Saved despite warnings',
  'Warning: Below the minimum order of 15.00 €',
  'Board',
  'On the board: In column New',
  'Moves',
  'Move to Pre-order: Allowed',
  'Move to Accepted: Allowed',
  'Move to Ready: Allowed',
  'Move to Delivered: Allowed',
  'Move to Closed: The column Closed is locked',
  'Move to Cancelled: Allowed, with a reason',
]

test.beforeEach(async ({ stage }) => {
  const { database, world } = stage
  await database.asOwner(
    `update merchant set address = '{"coords":[52.5,13.4],"address":"Mainzer Str. 1","radius":5000}', cooking_time = 20,
     min_order_cost = 15, delivery = '[{"from_km":0,"to_km":5,"price":2,"per_km":1}]'`,
  )
  await database.asOwner(`update company set fee = '0.50', allow_promocode = 1 where company_id = $1`, [world.a])
  await database.asOwner('delete from promocode')
  await insertRow(database, 'promocode', {
    company: world.a,
    code: 'SPRING',
    type: 1,
    use: 3,
    discount_type: 2,
    discount: 10,
    date_start: '2026-01-01',
    date_finish: '2030-01-31',
    merchant: [],
    creator: world.ownerA,
  })
})

const make = (stage: Stage, more: Record<string, unknown> = {}) =>
  stage.order({
    ticket: 41,
    type: 1,
    cart: [{ id: 'soup', name: 'Soup', qty: 2, price: '5.00', amount: '10.00', total: '10.00' }],
    cost: '10.00',
    discount: '1.00',
    promocode: 'SPRING',
    promocode_type: 2,
    promocode_discount: 10,
    promocode_amount: '0.90',
    fee: '0.50',
    delivery: '3.00',
    total: '11.60',
    delivery_time: 45,
    overruled: ['min_cost'],
    destination_coordinates: [52.51, 13.4],
    ...more,
  })

/** Headings and lines of the open explanation, from top to bottom. */
const webLines = (page: Page) => page.getByTestId('why').locator('h4, li')

/** Output of the built command for the owner. */
async function tiffin(stage: Stage, ...args: string[]): Promise<string> {
  const home = await mkdtemp(path.join(tmpdir(), 'tiffin-why-'))
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8', TIFFIN_URL: stage.url }
  const run = (words: string[], input = ''): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = execFile(process.execPath, [command, ...words], { env }, (error, out, said) =>
        error ? reject(new Error(said, { cause: error })) : resolve(out),
      )
      child.stdin?.end(input)
    })
  try {
    await run(['login', '--login', 'owner', '--password-stdin'], `${PASSWORD}\n`)
    return await run(args)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

test('MOON-03: an order explains itself step by step, in the same words in browser, terminal and command line', async ({
  page,
  stage,
}) => {
  const order = await make(stage)
  await signIn(page, stage, 'owner')
  await cardLink(page, order).press('Enter')
  const button = page.getByTestId('order-drawer').getByRole('button', { name: 'Why?' })
  await button.press('Enter')
  await expect(webLines(page)).toHaveText(explained)
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  expect((await axe(page).include('[data-testid=order-drawer]').analyze()).violations).toEqual([])

  const said = await tiffin(stage, 'why', 'order', String(order))
  expect(
    said
      .trimEnd()
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual(explained)

  const board = await openTerminalBoard({ url: stage.url, login: 'owner' })
  try {
    await board.waitFor('#41')
    board.press('enter')
    await board.waitFor('Timeline')
    board.press('w')
    await board.waitFor('Move to Cancelled')
    const shown = board.lines().map((line) => line.trim())
    const first = shown.indexOf('Price')
    expect(shown.slice(first, first + explained.length)).toEqual(explained)
    board.press('esc')
    await board.waitFor('Timeline')
  } finally {
    await board.close()
  }
})

test('MOON-03: the editor explains the stored order beside its sums, until something changes, and in Arabic', async ({
  page,
  stage,
}) => {
  const order = await make(stage)
  await signIn(page, stage, 'owner')
  await page.goto(`${stage.url}/Company/Order?order=${order}&tab=Order`)
  const button = page.getByTestId('total').getByRole('button', { name: 'Why?' })
  await button.press('Enter')
  await expect(webLines(page)).toHaveText(explained)
  await page.getByTestId('record-editor').locator('[data-field=discount]').getByRole('textbox').fill('2')
  await expect(button).toHaveCount(0)
  await page.goto(`${stage.url}/Company/Order`)
  await chooseLanguage(page, 'العربية')
  await cardLink(page, order).press('Enter')
  await page.getByTestId('order-drawer').getByRole('button', { name: 'لماذا؟' }).press('Enter')
  await expect(webLines(page).nth(2)).toHaveText('الخصم: \u200e-1.00 € (أُدخل يدويًا)')
  await expect(webLines(page)).toHaveCount(explained.length)
})
