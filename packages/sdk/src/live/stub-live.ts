import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { LiveServerFrame } from '../contract/live.ts'

/** Values in arrival order; `next` waits for the next one. */
export interface Queue<T> {
  push(value: T): void
  next(): Promise<T>
  waiting(): T[]
}

export function queue<T>(): Queue<T> {
  const values: T[] = []
  const receivers: ((value: T) => void)[] = []
  return {
    push(value) {
      const receiver = receivers.shift()
      if (receiver) receiver(value)
      else values.push(value)
    },
    next() {
      const value = values.shift()
      return value === undefined ? new Promise((resolve) => receivers.push(resolve)) : Promise.resolve(value)
    },
    waiting: () => values,
  }
}

/** One connection as the stub sees it. */
export interface StubLine {
  frames: Queue<Record<string, unknown>>
  say(frame: LiveServerFrame | object | string): void
  sendBytes(bytes: Uint8Array): void
  /** Settles when the client disconnects. */
  ended: Promise<void>
  terminate(): void
}

export interface StubLive {
  url: string
  lines: Queue<StubLine>
  close(): Promise<void>
}

/** A WebSocket server on a loopback port (a free one by default) that leaves all responses to the test. */
export async function stubLive(port = 0): Promise<StubLive> {
  const lines = queue<StubLine>()
  const server = new WebSocketServer({ host: '127.0.0.1', port })
  server.on('connection', (socket: WebSocket) => {
    const frames = queue<Record<string, unknown>>()
    socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as Record<string, unknown>))
    lines.push({
      frames,
      say: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
      sendBytes: (bytes) => socket.send(bytes),
      ended: new Promise((resolve) => socket.on('close', () => resolve())),
      terminate: () => socket.terminate(),
    })
  })
  await new Promise((resolve) => server.on('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/live`,
    lines,
    close: () =>
      new Promise((resolve) => {
        for (const socket of server.clients) socket.terminate()
        server.close(() => resolve())
      }),
  }
}
