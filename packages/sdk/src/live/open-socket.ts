/** Takes handlers of whatever event type the implementation has. */
type Handler = ((event: never) => void) | null

/** What the live connection needs of a WebSocket; browsers' own and `ws` both have it. */
export interface LiveSocket {
  send(text: string): void
  close(): void
  /** Ends at once, without the closing handshake that a dead line never answers (`ws` only). */
  terminate?: () => void
  onopen: Handler
  onmessage: Handler
  onclose: Handler
  onerror: Handler
}

export type OpenSocket = (url: string) => LiveSocket | Promise<LiveSocket>

const isNode = () => typeof (globalThis as { process?: { versions?: { node?: unknown } } }).process?.versions?.node === 'string'

/** Opens a socket with what the surroundings have; bundles for browsers get only the stub of `ws`, in a chunk never loaded. */
export const openSocket: OpenSocket = async (url) => {
  if (!isNode()) return new WebSocket(url)
  const { WebSocket: NodeSocket } = await import('ws')
  return new NodeSocket(url, { handshakeTimeout: 10_000 })
}
