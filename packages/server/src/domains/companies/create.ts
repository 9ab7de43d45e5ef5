import { createHash } from 'node:crypto'
import { apiError, type Calls } from '@tiffin/sdk/contract'
import type { Handler } from '#server/context'
import { makeChange } from '#engine/change'
import { changeInfo } from '#engine/change-of-call'
import type { Change } from '#engine/change-info'
import { createCompany } from './create-company.ts'

/** Creates a company for the caller and selects it (API-30, API-31, AMB-147). */
export const create: Handler<Calls['Company']['Create']> = async ({ company }, call) => {
  const { session } = call
  if (!session) throw apiError('session_required')
  const { country, lang, tariff, timezone } = company
  const name = typeof company.name === 'string' ? { [call.lang]: company.name } : company.name
  // After the first attempt the caller's current company is another one, so the request is identified by its content only.
  const hash = createHash('sha256')
    .update(JSON.stringify(['Company/Create', company]))
    .digest()
  const info = {
    ...changeInfo({ ...call, session }),
    company: 0,
    idempotency: call.idempotencyKey === undefined ? undefined : { key: call.idempotencyKey, hash },
  }
  const { value } = await makeChange(call.db, call.feed, info, async (change) => {
    if (session.actor.role !== 1) await assertBelowCompanyLimit(change, session.admin_id)
    return createCompany(change, { country, lang, name, tariff, timezone, owner: session.admin_id }, call.now())
  })
  // The cached sessions don't know the new membership yet.
  call.sessions.forget()
  return { data: { status: 'OK', company_id: value } }
}

/** A new company adds about a hundred rows, and no one needs more companies in a day. */
const MAX_A_DAY = 10

/** @throws `rate_limited` with the seconds until the next one is allowed */
async function assertBelowCompanyLimit({ tx }: Change, admin: number): Promise<void> {
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, $2))', ['companies of', admin])
  await tx.sql(`select set_config('tiffin.platform', 'on', true)`)
  const [row] = await tx.sql<{ seconds: number }>(
    `select ceil(extract(epoch from "create" + interval '1 day' - now()))::int as seconds from company
     where creator = $1 and "create" > now() - interval '1 day' order by "create" desc offset $2 limit 1`,
    [admin, MAX_A_DAY - 1],
  )
  await tx.sql(`select set_config('tiffin.platform', '', true)`)
  if (row) throw apiError('rate_limited', { params: [row.seconds] })
}
