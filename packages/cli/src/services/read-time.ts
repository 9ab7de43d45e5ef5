import { wrongUsage } from '../failure.ts'

/** A time without a zone would depend on this machine. */
export function readTime(flag: string, text: string): string {
  const isZoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
  if (!isZoned || Number.isNaN(Date.parse(text)))
    throw wrongUsage('%1 must be a time with its zone, such as 2026-11-20T08:00Z: %2', { params: [flag, text] })
  return new Date(text).toISOString()
}
