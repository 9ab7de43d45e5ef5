import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { kitchen, order } from '../test/kitchen.ts'
import { openConsole, row } from '../test/open-console.tsx'
import { alpha, owner } from '../test/people.ts'

it('PRICE-09: the tips of a company are offered as percentages of the cost', async () => {
  const company = { name: { en: 'Alpha' }, fee: '0.00', tips: [5, 12.5], timezone: 'Europe/Berlin' }
  const order_type = [{ value: { en: 'Delivery' } }, { value: { en: 'Pickup' } }]
  await openConsole('/Company/Order?new=1', { rows: { ...kitchen, company: [company], order_type } })
  const wizard = page.getByTestId('new-order')
  const tips = wizard.getByRole('combobox', { name: 'Tips' })
  await expect.element(tips).toBeVisible()
  expect([...tips.element().querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(['—', '5 %', '12.5 %'])
  await wizard.getByRole('combobox', { name: 'Add item' }).click()
  await userEvent.keyboard('Soup 20.00{Enter}')
  await tips.selectOptions('12.5 %')
  await expect.element(wizard.getByTestId('amount-Tips')).toHaveTextContent('2.50 €')
})

it.each([
  [0, '13 €'],
  [1, '12.50 €'],
] as const)('PRICE-05: board, new order and list show amounts with price_show_decimal %i', async (price_show_decimal, text) => {
  const user = owner({ company: alpha({ price_show_decimal }) })
  const company = { name: { en: 'Alpha' }, fee: '0.00', timezone: 'Europe/Berlin', price_show_decimal }
  const order_type = [{ value: { en: 'Delivery' } }, { value: { en: 'Pickup' } }]
  const rows = { ...kitchen, company: [company], order_type, order: [order({ total: '12.50', time_delivery: null })] }
  await openConsole('/Company/Order?new=1', { user, rows })
  await page.getByTestId('new-order').getByRole('combobox', { name: 'Add item' }).click()
  await userEvent.keyboard('Soup 12.50{Enter}')
  await expect.element(page.getByTestId('amount-Total')).toMatchTextContent(text)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByTestId('card-1')).toMatchTextContent(text)
  await openConsole('/Company/Report/Orders?time_finish=all', { user, rows })
  await expect.element(row(1)).toMatchTextContent(text)
})

it('an invalid amount is marked while it is typed, and Create leads to it', async () => {
  const company = { name: { en: 'Alpha' }, fee: '0.00', timezone: 'Europe/Berlin' }
  const order_type = [{ value: { en: 'Delivery' } }, { value: { en: 'Pickup' } }]
  await openConsole('/Company/Order?new=1', { rows: { ...kitchen, company: [company], order_type } })
  const wizard = page.getByTestId('new-order')
  const delivery = wizard.getByTestId('payment').getByRole('textbox', { name: 'Delivery cost' })
  await delivery.fill('abc')
  await expect.element(delivery).toHaveAttribute('aria-invalid', 'true')
  await expect.element(wizard.getByTestId('payment')).toMatchTextContent('Enter an amount, such as 12.50')
  await wizard.getByText('Pizzeria').click()
  await wizard.getByPlaceholder('Name or phone').click()
  await userEvent.keyboard('Anna')
  await wizard.getByRole('option', { name: /Anna/ }).click()
  await wizard.getByRole('combobox', { name: 'Address' }).click()
  await userEvent.keyboard('Torstraße 5{Enter}')
  await wizard.getByRole('button', { name: 'Create' }).click()
  await expect.element(delivery).toHaveFocus()
  await delivery.fill('2,50')
  await expect.element(delivery).not.toHaveAttribute('aria-invalid')
})
