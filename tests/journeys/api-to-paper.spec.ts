import { startFakePrinter } from '../fakes/fake-printer.ts'
import { dragCard } from './drag-card.ts'
import { card, column, expect, signIn, type Stage, test } from './support.ts'
import { openTerminalBoard } from './terminal-board.ts'

const cart = [
  { id: 1, name: 'Margherita', qty: 2, price: '9.50' },
  { id: 2, name: 'Tiramisu', qty: 1, price: '4.00', note: 'two spoons' },
]

/** Places an order like a customer's page, through the documented call. */
async function placeOrder(stage: Stage): Promise<{ order_id: number; ticket: number }> {
  const { world } = stage
  const row = {
    merchant: world.merchants[0],
    user: world.userA,
    order_status: stage.status(2),
    cart,
    destination_address: 'Lindenallee 3',
  }
  const token = await stage.signIn('owner')
  const answer = await stage.call('Reference', 'saveData', { tables: [{ table: 'order', row }] }, { token, company: world.a })
  // Includes the company's fee of 1.50.
  expect(answer).toMatchObject({ status: 'OK', data: { order: { status: 'OK', data: { total: '24.50' } } } })
  return (answer['data'] as { order: { data: { order_id: number; ticket: number } } }).order.data
}

/** Number of cards that the terminal shows for a column. */
const counts = (name: string, cards: number): RegExp => new RegExp(`${name}\\s+${cards}(?!\\d)`)

test('BOARD-21 BOARD-49 PRINT-13 KDS-22: one order goes from the API over the web and the terminal to paper', async ({
  page,
  stage,
}) => {
  const printer = await startFakePrinter()
  const terminal = await openTerminalBoard({ url: stage.url, login: 'operator', printer: printer.address })
  try {
    // A board that never had an order asks for a domain instead of showing columns.
    await stage.order({ order_status: stage.status(8) })
    await signIn(page, stage, 'owner')
    const { order_id, ticket } = await placeOrder(stage)
    await expect(column(page, stage, 2).getByTestId(`card-${order_id}`)).toBeVisible()
    await terminal.waitFor(`#${ticket} `)
    await terminal.waitFor(counts('New', 1))

    await dragCard(page, card(page, order_id), column(page, stage, 1))
    await terminal.waitFor(counts('Pre-order', 1))
    await terminal.waitFor(counts('New', 0))

    // Selects the first column, and moves its card to the next one.
    terminal.press('left', 'left', 'left', 'left', ' ')
    await terminal.waitFor('moved to')
    await expect(column(page, stage, 2).getByTestId(`card-${order_id}`)).toBeVisible()
    await terminal.waitFor(counts('New', 1))
    expect(printer.jobs).toHaveLength(0)

    await dragCard(page, card(page, order_id), column(page, stage, 3))
    await terminal.waitFor(new RegExp(`Ticket #${ticket} .+ printed`), 20_000)
    expect(printer.jobs).toHaveLength(1)
    const paper = printer.text()
    for (const part of [`#${ticket} `, '2 x Margherita', '1 x Tiramisu', '! two spoons', 'Total items: 3'])
      expect(paper).toContain(part)
    expect(paper).not.toContain('COPY')
    expect(printer.paper().unknown).toEqual([])
    expect(printer.paper().items.filter((item) => item.kind === 'cut')).toHaveLength(1)

    // Entering it again prints nothing more.
    await dragCard(page, card(page, order_id), column(page, stage, 2))
    await dragCard(page, card(page, order_id), column(page, stage, 3))
    await terminal.waitFor(counts('Accepted', 1))
    await expect.poll(() => stage.statusOf(order_id)).toBe(3)
    const jobs = await stage.database.asOwner<{ state: string }>('select state from print_job')
    expect(jobs).toEqual([{ state: 'printed' }])
    expect(printer.jobs).toHaveLength(1)
  } finally {
    await terminal.close()
    await printer.close()
  }
})
