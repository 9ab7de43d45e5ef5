/** Accepts handlers of the implementation's event type. */
type Handler = ((event: never) => void) | null

/** The part of WebSocket that the live connection needs; browsers and `ws` both provide it. */
export interface LiveSocket {
  send(text: string): void
  close(): void
  /** Closes at once, without the closing handshake, which a dead connection never completes (`ws` only). */
  terminate?: () => void
  onopen: Handler
  onmessage: Handler
  onclose: Handler
  onerror: Handler
}

export type OpenSocket = (url: string) => LiveSocket | Promise<LiveSocket>

const isNode = () => typeof (globalThis as { process?: { versions?: { node?: unknown } } }).process?.versions?.node === 'string'

/**
 * Opens a socket with the platform's WebSocket or `ws`. Browser bundles get only a stub of `ws`, in a chunk that is never
 * loaded.
 */
export const openSocket: OpenSocket = async (url) => {
  if (!isNode()) return new WebSocket(url)
  const { WebSocket: NodeSocket } = await import('ws')
  return new NodeSocket(url, { handshakeTimeout: 10_000 })
}
