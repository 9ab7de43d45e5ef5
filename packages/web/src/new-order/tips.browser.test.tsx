import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { kitchen } from '../test/kitchen.ts'
import { openConsole } from '../test/open-console.tsx'

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
