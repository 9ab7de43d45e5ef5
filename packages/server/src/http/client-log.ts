import type { Logger } from 'pino'

const LOG_INTERVAL_MS = 60_000

/** Logs misbehaving clients: one line without a stack per kind and minute, with the number of further cases since. */
export type ClientLog = (kind: string, code: string) => void

export function createClientLog(log: Pick<Logger, 'info'>): ClientLog {
  const recent = new Map<string, { at: number; more: number }>()
  return (kind, code) => {
    const now = performance.now()
    const last = recent.get(kind)
    if (last && now - last.at < LOG_INTERVAL_MS) {
      last.more += 1
      return
    }
    recent.set(kind, { at: now, more: 0 })
    log.info({ code, more: last?.more ?? 0 }, kind)
  }
}

/** Codes of errors that clients cause with invalid requests, or by disconnecting. */
const clientErrors = /^(WS_ERR_|HPE_|ERR_HTTP_|ERR_STREAM_(PREMATURE_CLOSE|DESTROYED)|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT)/

/** The code of an error caused by a client; undefined for the server's own. */
export function clientCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return clientErrors.test(code) ? code : undefined
}
