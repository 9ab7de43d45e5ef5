import { apiError, type Calls, entities, type Entity } from '@tiffin/sdk/contract'
import { timeoutCode } from '#engine/read-timeout'
import { scansAllRows, readTables, scopeOf } from '#engine/read-tables'
import type { Handler } from '#server/context'

/** Reads tables in one snapshot, and returns its feed number (API-10 to API-14). */
export const getData: Handler<Calls['Reference']['getData']> = async (input, call) => {
  const { actor } = call.session
  if (actor.company === null && actor.role !== 1 && input.tables.some(({ table }) => isOfCompany(table)))
    throw apiError('company_required')
  const { json, feed } = await call.db.read(
    scopeOf(actor),
    (tx) => readTables(tx, actor, input.tables, { lang: call.lang, now: call.now(), isAll: true }),
    { workers: scansAllRows(input.tables), late: timeoutCode(input.tables) },
  )
  return { json: `{"data":${json},"feed":${feed}}` }
}

const isOfCompany = (table: string): boolean => {
  const entity = (entities as Readonly<Record<string, Entity>>)[table]
  return entity?.scope === 'company' || table === 'company'
}
