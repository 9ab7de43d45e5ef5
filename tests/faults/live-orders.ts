import { CONTRACT_VERSION } from '@tiffin/sdk/contract'
import { connectLive } from '@tiffin/sdk/live'
import { callAt } from '@tiffin/server/test'

/** The orders as a client knows them from its snapshot and the socket. */
export interface LiveOrders {
  /** `status/revision` by order. */
  readonly known: ReadonlyMap<number, string>
  /** Number of reconnections. */
  readonly returns: number
  close(): void
}

interface Seen {
  order_id: number
  order_status: number
  revision: number
}

export const asSeen = ({ order_status, revision }: Omit<Seen, 'order_id'>): string => `${order_status}/${revision}`

/** Opens a live connection without telling it that the server was unavailable: it must notice by itself. */
export async function watchOrders(options: { url: string; token: string; company: number }): Promise<LiveOrders> {
  const { url, token, company } = options
  const known = new Map<number, string>()
  let onlines = 0
  const learn = (rows: readonly Seen[]): void => {
    for (const row of rows) known.set(row.order_id, asSeen(row))
  }
  const read = async (): Promise<number> => {
    const tables = [{ table: 'order', mode: 'board', include: ['order_id', 'order_status', 'revision'], limit: [0, 1000] }]
    const answer = await callAt(url, 'Reference', 'getData', { tables }, { token, company })
    learn((answer['data'] as { order: { data: Seen[] } }).order.data)
    return answer['feed'] as number
  }
  const line = connectLive({
    url: `${url}/live`,
    getToken: () => token,
    app: { name: 'api', version: '0', contract: CONTRACT_VERSION },
    company,
    merchants: 'all',
    since: await read(),
    onFrame(frame) {
      if (frame.type === 'orders') learn(frame.rows as unknown as Seen[])
      if (frame.type === 'resync') void read().catch(() => {})
    },
    onState({ phase }) {
      if (phase === 'online') onlines += 1
    },
  })
  return {
    known,
    get returns() {
      return Math.max(0, onlines - 1)
    },
    close: () => line.close(),
  }
}
