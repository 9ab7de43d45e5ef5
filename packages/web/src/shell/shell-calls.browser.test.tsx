import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type LiveServerFrame, liveServerFrameSchema } from '@tiffin/sdk/contract'
import { expectUrl, notices, openConsole } from '../test/open-console.tsx'
import { kitchen } from '../test/kitchen.ts'
import { operator, owner } from '../test/people.ts'

/** Live connections, those of them that are open and were greeted, and a way to send these a frame. */
function lines() {
  const opened: Record<string, unknown>[] = []
  const open = new Set<Record<string, unknown>>()
  return {
    opened,
    open,
    webSocket: async (url: string) => {
      const hear = (frame: LiveServerFrame) => (socket['onmessage'] as (event: object) => void)({ data: JSON.stringify(frame) })
      // The server greets, so that the connection lasts.
      const welcome = () => {
        hear({ type: 'welcome', feed: 1, server_time: Date.now() })
        open.add(socket)
      }
      const send = () => void setTimeout(welcome)
      const socket: Record<string, unknown> = { send, close: () => open.delete(socket) }
      // The chat has a separate connection, which no test here needs.
      if (url.endsWith('/chat')) return socket as never
      opened.push(socket)
      setTimeout(() => (socket['onopen'] as () => void)?.())
      return socket as never
    },
    say(frame: LiveServerFrame) {
      const data = JSON.stringify(liveServerFrameSchema.parse(frame))
      for (const socket of open) (socket['onmessage'] as (event: object) => void)({ data })
    },
  }
}
/** Open lists have a separate live connection. */
const WITHOUT_LIST = '/Company/Printer'
const answers = { 'Print.offers': { data: { status: 'OK', printers: [] } } }
const rows = {
  ...kitchen,
  company: [{ name: { en: 'Alpha' }, timezone: 'Europe/Berlin', tips: [] }],
  user: [{ name: 'Ida Brandt', phone: '4915112345678' }],
}

it('a ringing phone is shown on a page without a board, and opens an order for the caller', async () => {
  const live = lines()
  const server = await openConsole(WITHOUT_LIST, { rows, answers, webSocket: live.webSocket })
  server.on('Order.placed', () => ({ data: { status: 'OK', orders: 3 } }))
  await expect.poll(() => live.open.size).toBe(1)
  live.say({ type: 'ring', feed: 2, phones: ['4915112345678'] })
  await expect.element(notices).toMatchTextContent(/is calling: Ida Brandt, 3 orders/)
  await notices.getByRole('button', { name: 'New order' }).click()
  await expectUrl(/\/Order\?.*new=1/)
  await expect.element(page.getByTestId('new-order')).toMatchTextContent('Ida Brandt')
  // The board has its own connection, so that of the other page is closed.
  await expect.poll(() => live.open.size).toBe(1)
  expect(live.opened).toHaveLength(2)
})

it('a page has no live connection for users who may not take orders', async () => {
  const live = lines()
  await openConsole(WITHOUT_LIST, {
    rows,
    answers,
    user: operator({ navigation: ['Company-Printer'], merchants: {} }),
    webSocket: live.webSocket,
  })
  await expect.element(page.getByLabelText('Characters per line')).toBeVisible()
  // The page would connect once this code is loaded.
  await import('../new-order/stored-orders.ts')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(live.opened).toEqual([])
})

it('stops listening when the server signs the user out', async () => {
  const live = lines()
  await openConsole(WITHOUT_LIST, { user: owner(), answers, webSocket: live.webSocket })
  await expect.poll(() => live.open.size).toBe(1)
  live.say({ type: 'signed_out', code: 'session_expired', error: '', params: [] } as never)
  await expect.poll(() => live.open.size).toBe(0)
})
