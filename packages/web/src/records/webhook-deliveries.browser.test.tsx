import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole, row } from '../test/open-console.tsx'

const url = `https://shop.example.com/hooks/${'a-long-path/'.repeat(20)}end`
const delivery = {
  webhook: 1,
  type: 'order.created',
  order: 42,
  state: 'delivered',
  attempts: 1,
  created: '2026-11-26T10:00:00Z',
  http_status: 200,
}

it.each(['en', 'ar'] as const)('a long address shows its beginning, in %s', async (lang) => {
  const webhook = [{ name: 'Shop', url }]
  await openConsole('/Company/WebhookDelivery', {
    rows: { webhook, webhook_delivery: [delivery] },
    lang,
    theme: 'dark',
    width: lang === 'ar' ? 390 : 1280,
  })
  await expect.element(row(1)).toMatchTextContent('shop.example.com')
  const address = row(1).css('.address').element()
  const start = document.createRange()
  start.setStart(address.firstChild as Text, 0)
  start.setEnd(address.firstChild as Text, 8)
  const cell = (address.closest('td') as HTMLElement).getBoundingClientRect()
  const shown = start.getBoundingClientRect()
  expect([shown.left >= Math.max(cell.left, 0), shown.right <= cell.right]).toEqual([true, true])
  if (lang === 'ar') await expect.element(page.getByTestId('record-table').css('thead')).toMatchTextContent('الطلب')
})
