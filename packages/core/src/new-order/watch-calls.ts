import { connectLive } from '@tiffin/sdk/live'
import type { Core } from '../create-core.ts'

interface Watch {
  company: number
  onRing: (phones: readonly string[]) => void
  /** The server has ended the connection, because the user is signed out or locked. */
  onEnd: () => void
}

/** Listens for phones that ring while no board is open, until the returned function is called. */
export function watchCalls(
  { client, ports, live }: Pick<Core, 'client' | 'ports' | 'live'>,
  { company, onRing, onEnd }: Watch,
): () => void {
  const connection = connectLive({
    ...live,
    company,
    since: 0,
    merchants: [],
    getToken: () => client.session.token(),
    clock: ports.clock,
    onFrame(frame) {
      if (frame.type === 'ring') onRing(frame.phones)
      if (frame.type === 'signed_out') onEnd()
    },
  })
  const stopWatching = ports.connectivity?.watch((online) => (online ? connection.retry() : connection.lose()))
  return () => {
    stopWatching?.()
    connection.close()
  }
}
