import { connect, createServer, type Server, type Socket } from 'node:net'

/** A network between a program and a server that a test can cut. */
export interface CuttableNetwork {
  /** The server's address through this network; must be its `TIFFIN_PUBLIC_URL`, or the server refuses the host name. */
  url: string
  /** Changes the target server. */
  setTarget(url: string): void
  /** Breaks all connections and refuses new ones. */
  cut(): Promise<void>
  /** Silently drops all data: connections stay open, as with a cable unplugged behind the next switch. */
  silence(): void
  restore(): Promise<void>
  close(): Promise<void>
}

/** Forwards bytes to a server and back, from a fixed port. */
export async function startNetwork(): Promise<CuttableNetwork> {
  let target = 0
  const sockets = new Set<Socket>()
  let server: Server | undefined
  let port = 0
  let isSilent = false

  function forward(near: Socket): void {
    if (isSilent) {
      sockets.add(near)
      near.on('error', () => {}).on('close', () => sockets.delete(near))
      return
    }
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true })
    for (const [item, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(item)
      item.on('error', () => {})
      item.on('close', () => {
        sockets.delete(item)
        other.destroy()
      })
      item.pipe(other)
    }
  }

  function silence(): void {
    isSilent = true
    for (const socket of sockets) socket.unpipe().pause()
  }

  async function restore(): Promise<void> {
    if (isSilent) for (const socket of sockets) socket.destroy()
    isSilent = false
    if (server) return
    const opened = createServer({ noDelay: true }, forward)
    server = opened
    await new Promise<void>((resolve, reject) => opened.once('error', reject).listen(port, '127.0.0.1', resolve))
    port = (opened.address() as { port: number }).port
  }

  async function cut(): Promise<void> {
    const closing = server
    server = undefined
    const closed = new Promise<void>((resolve) => (closing ? closing.close(() => resolve()) : resolve()))
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await restore()
  return {
    url: `http://127.0.0.1:${port}`,
    setTarget: (url) => void (target = Number(new URL(url).port)),
    cut,
    silence,
    restore,
    close: cut,
  }
}
