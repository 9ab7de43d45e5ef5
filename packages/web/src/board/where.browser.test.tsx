import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoFaults } from '../test/axe.ts'
import { kitchen, order, statuses } from '../test/kitchen.ts'
import { expectUrl, openConsole } from '../test/open-console.tsx'

const past = { order_status: statuses.delivered, time_create: '2026-03-01T10:00:00.000Z', courier: 1 }
const rows = {
  ...kitchen,
  user: [
    { name: 'Anna', phone: '49301234567' },
    { name: 'Boris', phone: '49301234568' },
  ],
  order: [
    order({ ticket: 11 }),
    order({ ticket: 12, merchant: 2, ...past, time_delivery: '2026-03-01T10:50:00.000Z' }),
    order({ ticket: 13, user: 2 }),
  ],
}

const dialog = page.getByTestId('where-dialog')

async function find(text: string): Promise<void> {
  await openConsole('/Company/Order', { rows: structuredClone(rows) })
  await expect.element(page.getByTestId('card-1')).toBeVisible()
  await userEvent.keyboard('w')
  await expect.element(dialog.getByRole('searchbox')).toHaveFocus()
  await userEvent.keyboard(text)
}

it.each(['anna', '0301234567', '030 123 45 67', '+49 30 1234567'])(
  'KDS-26: the key w finds the orders of a customer across merchants and dates: %s',
  async (text) => {
    await find(text)
    const lines = dialog.getByRole('listitem')
    await expect.poll(() => lines.elements()).toHaveLength(2)
    await expect.element(dialog).toMatchTextContent('#11 Pizzeria')
    await expect.element(dialog).toMatchTextContent('#12 Sushi')
    await expect.element(lines.first()).toMatchTextContent(/#11 PizzeriaNewAnna, due \d+:\d\d/)
    await expect.element(lines.last()).toMatchTextContent(/#12 SushiDeliveredAnna, Carl, delivered Mar 1, 11:50/)
    await expect.element(dialog).not.toMatchTextContent('#13')
  },
)

it('KDS-26: Enter opens the first order found', async () => {
  await find('boris')
  await expect.poll(() => dialog.getByRole('listitem').elements()).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expectUrl(/order=3/)
  await expect.element(page.getByTestId('order-drawer')).toMatchTextContent('Boris')
})

it.each(['12', '#12'])('KDS-26: finds an order that the board does not show by its ticket, and opens it: %s', async (text) => {
  await find(text)
  const link = dialog.getByRole('link', { name: '#12 Sushi' })
  await expect.element(link).toBeVisible()
  expect(dialog.getByRole('listitem').elements()).toHaveLength(1)
  await link.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expectUrl(/order=2/)
  await expect.element(page.getByTestId('order-drawer')).toMatchTextContent('#12')
})

it('KDS-26: says that nothing was found, without accessibility problems', async () => {
  await find('nobody at all')
  await expect.element(dialog.getByRole('status')).toHaveTextContent('No results')
  await expectNoFaults()
})
