import { Client } from 'pg'

const RECONNECT_MS = 1000

/**
 * Listens to a channel of PostgreSQL on a separate connection, which is reopened when it is lost. Notifications in between
 * are lost, so `onLost` must make up for them. Returns a function that stops it.
 */
export async function listenTo(
  url: string,
  channel: string,
  { onPayload, onLost }: { onPayload: (payload: string) => void; onLost: (error?: Error) => void },
): Promise<() => Promise<void>> {
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  async function listen(): Promise<void> {
    const next = new Client({ connectionString: url, application_name: channel.replace('_', ' '), keepAlive: true })
    const again = (error?: Error): void => {
      if (stopped || client !== next) return
      client = undefined
      onLost(error)
      retry = setTimeout(() => void listen().catch(() => {}), RECONNECT_MS)
    }
    client = next
    next.on('error', again)
    next.on('end', () => again())
    next.on('notification', ({ payload }) => onPayload(payload ?? ''))
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
    } catch (error) {
      again(error instanceof Error ? error : new Error(String(error)))
    }
  }

  await listen()
  return async () => {
    stopped = true
    clearTimeout(retry)
    await client?.end().catch(() => {})
  }
}
