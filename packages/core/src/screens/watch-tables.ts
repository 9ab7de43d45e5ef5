import type { LiveServerFrame } from '@tiffin/sdk/contract'
import { connectLive } from '@tiffin/sdk/live'
import type { Core } from '../create-core.ts'

/** Changes within this time are reported together. */
const WAIT_MS = 500

interface Watch {
  company: number
  tables: ReadonlySet<string>
  /** Feed number of the rows that are shown. */
  since: number
  onChange: () => void
}

/**
 * Calls back when rows of these tables may have changed, until the returned function is called. The server names only tables
 * that the user may read.
 */
export function watchTables(
  { client, ports, live }: Pick<Core, 'client' | 'ports' | 'live'>,
  { company, tables, since, onChange }: Watch,
): () => void {
  let cancel: (() => void) | undefined
  const connection = connectLive({
    ...live,
    company,
    since,
    // The rows themselves are read again; of orders, only the numbers arrive.
    merchants: [],
    getToken: () => client.session.token(),
    clock: ports.clock,
    onFrame(frame) {
      if (!concerns(frame, tables)) return
      cancel ??= ports.clock.after(WAIT_MS, () => {
        cancel = undefined
        onChange()
      })
    },
  })
  const stopWatching = ports.connectivity?.watch((online) => (online ? connection.retry() : connection.lose()))
  return () => {
    stopWatching?.()
    cancel?.()
    connection.close()
  }
}

function concerns(frame: LiveServerFrame, tables: ReadonlySet<string>): boolean {
  if (frame.type === 'resync') return true
  if (frame.type === 'changed') return tables.has(frame.table)
  return frame.type === 'orders' && tables.has('order') && frame.rows.length + frame.gone.length > 0
}
