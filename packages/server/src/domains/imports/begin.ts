import { randomUUID } from 'node:crypto'
import { apiError, type Calls, CONTRACT_VERSION, type Parsed } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import { unknownField } from '#engine/view'
import type { Handler } from '#server/context'
import { assertMayImport, assertOption, importableEntity } from './importable.ts'
import { actAs, scopeOf } from './plan-store.ts'

const HOURS = 24
const MAX_OPEN = 10

export const begin: Handler<Calls['Import']['begin']> = async ({ table, key, file, total }, call) => {
  const { company, session, idempotencyKey = null } = call
  const entity = importableEntity(table, company)
  if (key !== undefined && !Object.hasOwn(entity.fields, key)) throw unknownField(table, key)
  assertMayImport(session.actor, entity)
  const importId = await call.db.write(scopeOf(call), async (tx) => {
    await actAs(tx, call)
    await assertOption(tx, entity, company ?? 0)
    const [opened] = await tx.sql<{ import_id: string }>(
      `insert into import_plan (import_id, admin, company, table_name, key_field, file, contract, total, request, expires)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + make_interval(hours => $10))
       on conflict (admin, request) do nothing returning import_id`,
      [randomUUID(), session.admin_id, company, table, key ?? null, file, CONTRACT_VERSION, total, idempotencyKey, HOURS],
    )
    if (!opened) return repeated(tx, { table, file, total }, idempotencyKey)
    // A plan that is being applied is locked until it is done.
    await tx.sql(
      `delete from import_plan where import_id in (
         select import_id from import_plan where not applied order by created desc, import_id = $1 desc offset $2
         for update skip locked)`,
      [opened.import_id, MAX_OPEN],
    )
    return opened.import_id
  })
  return { data: { status: 'OK' as const, import_id: importId } }
}

/** The plan that an earlier attempt of this request opened. */
async function repeated(
  tx: Tx,
  { table, file, total }: Parsed<Calls['Import']['begin']>,
  idempotencyKey: string | null,
): Promise<string> {
  const [plan] = await tx.sql<{ import_id: string }>(
    'select import_id from import_plan where request = $1 and table_name = $2 and file = $3 and total = $4',
    [idempotencyKey, table, file, total],
  )
  if (!plan) throw apiError('idempotency_mismatch')
  return plan.import_id
}
