import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoFaults } from '../test/axe.ts'
import { kitchen, order, statuses } from '../test/kitchen.ts'
import { expectUrl, openConsole } from '../test/open-console.tsx'

const day = 24 * 60
const rows = {
  ...kitchen,
  user: [
    { name: 'Anna', phone: '49301234567' },
    { name: 'Boris', phone: '49301234568' },
  ],
  order: [
    order({ ticket: 11 }),
    order({ ticket: 12, merchant: 2, created: -3 * day, due: -3 * day, order_status: statuses.delivered }),
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
    await expect.element(dialog).toMatchTextContent('Delivered')
    await expect.element(dialog).not.toMatchTextContent('#13')
  },
)

it('Enter opens the first order found', async () => {
  await find('boris')
  await expect.poll(() => dialog.getByRole('listitem').elements()).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expectUrl(/order=3/)
  await expect.element(page.getByTestId('order-drawer')).toMatchTextContent('Boris')
})

it('says that nothing was found, without accessibility problems', async () => {
  await find('nobody at all')
  await expect.element(dialog.getByRole('status')).toHaveTextContent('No results')
  await expectNoFaults()
})
