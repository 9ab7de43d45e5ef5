import { Logger } from 'graphile-worker'
import type { Logger as Pino } from 'pino'

/** Logs messages of the job queue: its routine messages as debug, its problems at their own level. */
export const createJobLogger = (log: Pick<Pino, 'debug' | 'warn' | 'error'>): Logger =>
  new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ meta }, message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })

export const quietLogger = (): Logger => new Logger(() => () => {})
