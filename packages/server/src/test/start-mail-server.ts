import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface FakeMailServer {
  url: string
  /** Received mails, oldest first. */
  mails: { to: string[]; raw: string }[]
  /** Rejects the next recipients with this SMTP code instead of accepting them. */
  refuseWith: number | null
  /** Text of a rejection. */
  refusal: string
  /** Addresses rejected with 550. */
  refused: ReadonlySet<string>
  /** Milliseconds that each recipient takes. */
  delayMs: number
  /** Most recipients at the same time. */
  atOnce: number
  stop(): Promise<void>
}

/** A real SMTP server on this machine that keeps received mails. */
export async function startMailServer(): Promise<FakeMailServer> {
  const fake: FakeMailServer = {
    url: '',
    mails: [],
    refuseWith: null,
    refusal: 'no',
    refused: new Set(),
    delayMs: 0,
    atOnce: 0,
    stop: async () => {},
  }
  let busy = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const code = fake.refused.has(address) ? 550 : fake.refuseWith
      busy += 1
      fake.atOnce = Math.max(fake.atOnce, busy)
      setTimeout(() => {
        busy -= 1
        if (code === null) done()
        else done(Object.assign(new Error(fake.refusal), { responseCode: code }))
      }, fake.delayMs)
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        fake.mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(parts).toString() })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  // Of a connection that a killed server left.
  server.on('error', () => {})
  fake.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  fake.stop = () => new Promise((resolve) => server.close(() => resolve()))
  return fake
}
