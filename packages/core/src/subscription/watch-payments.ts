import { connectLive } from '@tiffin/sdk/live'
import type { Core } from '../create-core.ts'

const watched: ReadonlySet<string> = new Set(['payment', 'booking', 'company'])

interface Watch {
  company: number
  /** Feed number of the state that is shown. */
  since: number
  onChange: () => void
}

/** Calls back when payments or the company change, until the returned function is called. */
export function watchPayments(
  { client, ports, live }: Pick<Core, 'client' | 'ports' | 'live'>,
  { company, since, onChange }: Watch,
): () => void {
  const connection = connectLive({
    ...live,
    company,
    since,
    merchants: [],
    getToken: () => client.session.token(),
    clock: ports.clock,
    onFrame(frame) {
      if (frame.type === 'resync' || (frame.type === 'changed' && watched.has(frame.table))) onChange()
    },
  })
  return () => connection.close()
}
