import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { CONTRACT_VERSION } from '@tiffin/sdk/contract'
import type { Page } from 'playwright'
import { WebSocket } from 'ws'
import type { Bench, Figure } from './bench.ts'
import { openBoard } from './board-program.ts'
import { openBrowser, signIn } from './browser.ts'
import { percentile } from './measure.ts'
import { openWorld, type World } from './world.ts'

const SOCKETS = 48
const MOVES = 150
const WARM_UP = 10

const now = (): number => performance.timeOrigin + performance.now()

/** A headless board that records when it receives the move. */
interface Listener {
  receivedAt: Map<number, number>
  close(): void
}

function openSocket(world: World): Promise<Listener> {
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/live`)
  const receivedAt = new Map<number, number>()
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('open', () => {
      const app = { name: 'api', version: '0', contract: CONTRACT_VERSION }
      socket.send(
        JSON.stringify({
          type: 'hello',
          app,
          token: world.owner.token,
          company: world.owner.company,
          merchants: 'all',
          since: 0,
        }),
      )
    })
    socket.on('message', (data) => {
      const at = now()
      const frame = JSON.parse((data as Buffer).toString()) as {
        type: string
        feed: number
        rows?: { order: number; order_status: number }[]
      }
      if (frame.type === 'welcome' || frame.type === 'resync') resolve({ receivedAt, close: () => socket.close() })
      if (frame.type === 'orders') receivedAt.set(frame.feed, at)
    })
  })
}

async function openWeb(world: World): Promise<{ page: Page; close(): Promise<void> }> {
  const browser = await openBrowser()
  const { page } = await signIn(browser, world)
  return { page, close: () => browser.close() }
}

/** Records in the page when the card is drawn in each column: at the first frame after the change. */
async function watchCard(page: Page, order: number): Promise<void> {
  await page.evaluate((id) => {
    const shown: { status: string; at: number }[] = []
    Object.assign(window, { benchShown: shown })
    let last = ''
    const look = (): void => {
      const column =
        document.querySelector(`[data-testid="card-${id}"]`)?.closest('[data-testid^="column-"]')?.getAttribute('data-testid') ??
        ''
      if (column === last || column === '') return
      last = column
      requestAnimationFrame(() =>
        shown.push({ status: column.slice('column-'.length), at: performance.timeOrigin + performance.now() }),
      )
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
    look()
  }, order)
}

const shownAt = (page: Page, status: number, since: number): Promise<number> =>
  page
    .waitForFunction(
      ([wanted, from]) =>
        (window as unknown as { benchShown: { status: string; at: number }[] }).benchShown.findLast(
          (item) => item.status === String(wanted) && item.at >= from,
        )?.at,
      [status, since] as const,
      { timeout: 10_000, polling: 20 },
    )
    .then(async (handle) => Number(await handle.jsonValue()))

interface Column {
  order_status_id: number
  status: number
}

/** The heading "New 12": number of cards in a terminal column. */
const counted = (text: string, name: string): number =>
  Number(new RegExp(`\\b${name}\\b[^\\d\\n]*?(\\d+)\\s`).exec(text)?.[1] ?? Number.NaN)

export const live: Bench = {
  name: 'live',
  async run() {
    const world = await openWorld(60)
    const sockets: Listener[] = []
    const board = openBoard(world, { columns: 240 })
    let web: Awaited<ReturnType<typeof openWeb>> | undefined
    try {
      for (let made = 0; made < SOCKETS; made += 1) sockets.push(await openSocket(world))
      web = await openWeb(world)
      const { page } = web
      await board.waitFor(/\bNew\b.*\d/)
      const statuses = await world.asOwner<Column>(`select order_status_id, status from order_status where company = $1`, [
        world.owner.company,
      ])
      const key = (number: number): number => Number(statuses.find(({ status }) => status === number)?.order_status_id)
      const [order] = await world.asOwner<{ order_id: number }>(
        `select order_id from "order" where company = $1 and order_status = $2 order by "order", order_id limit 1`,
        [world.owner.company, key(2)],
      )
      const id = Number(order?.order_id)
      await watchCard(page, id)
      const times: { socket: number[]; web: number[]; terminal: number[] } = { socket: [], web: [], terminal: [] }
      for (let turn = 0; turn < WARM_UP + MOVES; turn += 1) {
        const [from, to] = turn % 2 === 0 ? [2, 1] : [1, 2]
        const cards = counted(board.text(), 'New')
        const wanted = turn % 2 === 0 ? cards - 1 : cards + 1
        let drawn = 0
        const onTerminal = board.waitFor((text) => counted(text, 'New') === wanted).then(() => (drawn = now()))
        const started = now()
        const { data: _, ...answer } = await world.owner.call('Order', 'move', {
          intents: [{ intent_id: randomUUID(), order_id: id, from: key(from), to: key(to), after: null }],
        })
        const feed = Number(answer['feed'])
        const seen = await shownAt(page, key(to), started)
        await onTerminal
        while (sockets.some(({ receivedAt }) => !receivedAt.has(feed))) await pause(5)
        // Users make moves one at a time, at their own pace.
        await pause(120 + (turn % 7) * 9)
        if (turn < WARM_UP) continue
        times.web.push(seen - started)
        times.terminal.push(drawn - started)
        times.socket.push(...sockets.map(({ receivedAt }) => (receivedAt.get(feed) as number) - started))
      }
      return (['web', 'terminal', 'socket'] as const).flatMap((kind): Figure[] => {
        const what = { web: 'shown on a web board', terminal: 'shown on a terminal board', socket: 'heard by 48 further boards' }[
          kind
        ]
        return [
          { what: `a move → ${what}, p50`, value: percentile(times[kind], 0.5), unit: 'ms', budget: 50 },
          { what: `a move → ${what}, p99`, value: percentile(times[kind], 0.99), unit: 'ms', budget: 150 },
        ]
      })
    } finally {
      for (const socket of sockets) socket.close()
      board.kill()
      board.remove()
      await web?.close()
      await world.stop()
    }
  },
}
