import { Logger } from 'graphile-worker'
import type { Logger as Pino } from 'pino'

/** What the queue says, in the server's log: its chatter as debug, its troubles as they are. */
export const jobLogger = (log: Pick<Pino, 'debug' | 'warn' | 'error'>): Logger =>
  new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ meta }, message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })

export const quietLogger = (): Logger => new Logger(() => () => {})
