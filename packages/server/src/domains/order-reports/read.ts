import type { Calls } from '@tiffin/sdk/contract'
import { scopeOf } from '#engine/read-tables'
import type { Handler } from '#server/context'
import { readReport } from './read-report.ts'

/** The figures of a report (KDS-19). Requires the same rights as every read of reports (PERM-13 to PERM-15, GATE-10). */
export const read: Handler<Calls['Report']['read']> = (input, call) => {
  const { actor } = call.session
  const { period } = input
  return call.db.read(
    scopeOf(actor),
    async (tx) => ({ data: { status: 'OK' as const, ...(await readReport(tx, actor, input)) } }),
    {
      workers: true,
      late: period?.from === period?.to ? 'timeout' : 'period_too_long',
    },
  )
}
