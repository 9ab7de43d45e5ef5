import path from 'node:path'
import { openLive } from '@tiffin/server/test'
import { startServerProcess } from '../faults/server-process.ts'
import { dragCard } from './drag-card.ts'
import { card, column, expect, signIn, test } from './support.ts'
import { openTerminalBoard } from './terminal-board.ts'

test('BOARD-21: two server processes on one database show each other’s moves', { tag: '@full' }, async ({ page, stage }) => {
  const { urls } = stage.database
  const env = {
    DATABASE_URL: urls.app,
    DATABASE_OWNER_URL: urls.owner,
    DATABASE_WORKER_URL: urls.worker,
    TIFFIN_WEB: path.resolve(import.meta.dirname, '../../packages/web/dist'),
  }
  // Simultaneously, but only one of them can migrate the database.
  const [here, there] = await Promise.all([startServerProcess(env), startServerProcess(env)])
  const order = await stage.order({ ticket: 7 })
  const terminal = await openTerminalBoard({ url: there.url, login: 'operator' })
  const token = await stage.signIn('owner')
  const socket = openLive(there.url, { token, company: stage.world.a, merchants: 'all', since: 0 })
  const logged = (number: number) =>
    socket.next(({ type, rows }) => {
      const found = type === 'orders' ? (rows as { order_id: number; order_status: number }[]) : []
      return found.some((row) => row.order_id === order && row.order_status === stage.status(number))
    })
  try {
    await signIn(page, { ...stage, url: here.url }, 'owner')
    await dragCard(page, card(page, order), column(page, stage, 3))
    await logged(3)
    await terminal.waitFor(/Accepted\s+1 /)
    await terminal.waitFor('#7 ')

    // The cursor's position does not matter: digits select a card of the selected column.
    terminal.press('left', 'left', 'left', 'right', 'right', '1', ' ')
    await expect(column(page, stage, 5).getByTestId(`card-${order}`)).toBeVisible()
    await logged(5)
    expect(await stage.statusOf(order)).toBe(5)
  } finally {
    socket.socket.terminate()
    await terminal.close()
    const codes = await Promise.all([here.stop(), there.stop()])
    expect(codes).toEqual([0, 0])
  }
})
