import { apiError, type Calls } from '@tiffin/sdk/contract'
import type { Handler } from '#server/context'
import { checkExport } from '#export/open-export'
import { hashSecret, newSecret } from '#sessions/credentials'

/** Lifetime of a ticket in seconds (AMB-005). */
const SECONDS = 60
/** Maximum unused tickets of a session, and maximum length of their requests. */
const MAX_UNUSED_TICKETS = 20
const MAX_REQUEST_KB = 256

export const ticket: Handler<Calls['Export']['ticket']> = async ({ params }, call) => {
  const { session, company, lang } = call
  if (!session) throw apiError('session_required')
  const requestText = JSON.stringify(params)
  if (requestText.length > MAX_REQUEST_KB * 1024) throw apiError('too_large', { params: [MAX_REQUEST_KB] })
  const rows = await checkExport(session.actor, params, call)
  const secret = newSecret()
  await call.db.write({ global: true }, async (tx) => {
    await tx.sql('delete from export_ticket where session = $1 and expires < now()', [session.session_id])
    const inserted = await tx.sql(
      `insert into export_ticket (ticket_hash, session, company, lang, params, expires)
       select $1, $2, $3, $4, $5, now() + make_interval(secs => $6)
       where (select count(*) from export_ticket where session = $2) < $7 returning ticket_hash`,
      [hashSecret(secret), session.session_id, company, lang, requestText, SECONDS, MAX_UNUSED_TICKETS],
    )
    if (inserted.length === 0) throw apiError('rate_limited', { params: [SECONDS] })
  })
  return { data: { status: 'OK' as const, ticket: secret, rows } }
}
