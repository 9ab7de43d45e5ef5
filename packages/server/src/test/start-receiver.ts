import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedMessage {
  headers: IncomingHttpHeaders
  body: string
}

/** How the receiver answers: after `delayMs`, which may be forever. */
export interface ReceiverResponse {
  status: number
  headers?: Record<string, string>
  body?: string
  delayMs?: number
}

export interface Receiver {
  url: string
  port: number
  /** Received messages, oldest first. */
  messages: ReceivedMessage[]
  answer: ReceiverResponse
  /** The largest number of requests that were open at the same time. */
  readonly mostOpen: number
  stop(): Promise<void>
}

/** A receiver of webhooks on this machine. */
export async function startReceiver(port = 0): Promise<Receiver> {
  let open = 0
  let mostOpen = 0
  const server = createServer((request, response) => {
    open += 1
    mostOpen = Math.max(mostOpen, open)
    response.on('close', () => (open -= 1))
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      receiver.messages.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
      const { status, headers = {}, body = '', delayMs = 0 } = receiver.answer
      const reply = (): void => void response.writeHead(status, headers).end(body)
      if (delayMs === 0) reply()
      else if (delayMs < Number.POSITIVE_INFINITY) setTimeout(reply, delayMs)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const own = (server.address() as AddressInfo).port
  const receiver: Receiver = {
    url: `http://127.0.0.1:${own}/hooks`,
    port: own,
    messages: [],
    answer: { status: 204 },
    get mostOpen() {
      return mostOpen
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}
