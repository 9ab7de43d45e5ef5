import { connect, createServer, type Socket } from 'node:net'

/** A printer cable that a test can stop in the middle of a ticket. */
export interface StallableLine {
  address: string
  /** Passes this many bytes of one connection and then nothing in either direction; resolves when it has stopped. */
  holdAfter(bytes: number): Promise<void>
  /** Resumes: pending data reaches the printer, or is lost with the connection. */
  release(rest: 'arrives' | 'lost'): void
  close(): Promise<void>
}

export async function createStallableLine(printerPort: number): Promise<StallableLine> {
  const sockets = new Set<Socket>()
  let hold: { after: number; held: () => void } | undefined
  let finish: ((rest: 'arrives' | 'lost') => void) | undefined

  function carry(near: Socket): void {
    const far = connect({ port: printerPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    }
    let passed = 0
    let waiting: Buffer[] | undefined
    let ended = false
    const stop = (rest: Buffer[]): void => {
      waiting = rest
      const held = hold?.held
      hold = undefined
      finish = (rest) => {
        finish = undefined
        if (rest === 'lost') {
          far.destroy()
          near.destroy()
          return
        }
        // Data sent to a printer that has gone is lost, and is never acknowledged.
        if (far.destroyed) return void near.resetAndDestroy()
        for (const part of waiting ?? []) far.write(part)
        waiting = undefined
        if (ended) far.end()
      }
      held?.()
    }
    near.on('data', (data) => {
      if (waiting) return void waiting.push(data)
      const available = hold ? hold.after - passed : Number.POSITIVE_INFINITY
      const now = data.subarray(0, Math.min(data.length, available))
      passed += now.length
      if (now.length > 0) far.write(now)
      if (available > data.length) return
      const rest = data.subarray(now.length)
      stop(rest.length > 0 ? [rest] : [])
    })
    far.on('data', (data) => void (waiting ?? near.write(data)))
    near.on('end', () => void (waiting ? (ended = true) : far.end()))
    far.on('end', () => near.end())
    // When one end closes, the other does too, unless it can't know yet.
    far.on('close', () => void (waiting ?? near.destroy()))
    near.on('close', () => void (waiting ?? far.destroy()))
    if (hold?.after === 0) stop([])
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, carry)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    address: `tcp://127.0.0.1:${port}`,
    holdAfter: (after) => new Promise((held) => (hold = { after, held })),
    release: (rest) => finish?.(rest),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
