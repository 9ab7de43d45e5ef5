import { Client } from 'pg'
import type { TestServer } from './test-server.ts'

export interface SentMessage {
  outbox_id: number
  channel: string
  recipient: string
  subject: string
  text: string
  lang: string
  state: string
}

/** The messages to a recipient, newest first. */
export const messagesTo = (server: TestServer, recipient: string): Promise<SentMessage[]> =>
  server.database.asOwner<SentMessage>('select * from outbox where recipient = $1 order by outbox_id desc', [recipient])

/** Waits until the jobs have written the next message to a recipient, and returns the newest. */
export async function nextMessage(server: TestServer, recipient: string, act: () => Promise<unknown>): Promise<SentMessage> {
  const before = (await messagesTo(server, recipient)).length
  await act()
  for (let tries = 0; tries < 300; tries += 1) {
    const found = await messagesTo(server, recipient)
    if (found.length > before && found[0]) return found[0]
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no message to ${recipient}`)
}

/** Waits until the jobs have answered all requests. */
export async function requestsAnswered(server: TestServer): Promise<void> {
  const worker = new Client({ connectionString: server.database.urls.worker })
  await worker.connect()
  try {
    for (let tries = 0; tries < 300; tries += 1) {
      const { rows } = await worker.query(
        `select from graphile_worker.jobs where task_identifier in ('account_request', 'send_message') and run_at <= now()`,
      )
      if (rows.length === 0) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('requests are still waiting')
  } finally {
    await worker.end()
  }
}

export const tokenIn = (text: string): string => /\/auth#([\w-]{43})/.exec(text)?.[1] ?? ''
export const codeIn = (text: string): string => /\b\d{4} \d{4}\b/.exec(text)?.[0] ?? ''
