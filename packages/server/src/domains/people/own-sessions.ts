import { apiError, type Calls } from '@tiffin/sdk/contract'
import type { Handler } from '#server/context'
import { networkOf } from '#sessions/network-of'

/** Without those of devices and access tokens, which have separate lists. */
const OWN = 'admin = $1 and device is null and access_token is null'

interface SessionRow {
  session_id: number
  app: string
  address: string
  created: Date
  last_active: Date
}

export const sessions: Handler<Calls['Auth']['Sessions']> = async (_input, { db, session }) => {
  const { rows, verified, pins } = await db.read({ global: true }, async (tx) => ({
    rows: await tx.sql<SessionRow>(
      `select session_id, app, address, created, last_active from session
       where ${OWN} and expires > now() order by last_active desc limit 200`,
      [session.admin_id],
    ),
    verified: await tx.sql<{ kind: 'mail' | 'phone' }>(
      `select v.kind from verified_contact v join admin a on a.admin_id = v.admin
       where v.admin = $1 and v.value = case v.kind when 'phone' then a.phone else lower(a.email) end order by v.kind`,
      [session.admin_id],
    ),
    pins: await tx.sql('select from admin_pin where admin = $1', [session.admin_id]),
  }))
  const own = rows.map(({ address, created, last_active, ...row }) => ({
    ...row,
    network: networkOf(address),
    created: created.toISOString(),
    last_active: last_active.toISOString(),
    current: row.session_id === session.session_id,
  }))
  return { data: { sessions: own, verified: verified.map(({ kind }) => kind), has_pin: pins.length > 0 } }
}

/** Its sockets are closed within a second, in every process. */
export const endSession: Handler<Calls['Auth']['EndSession']> = async ({ session_id }, { db, session, sessions: all }) => {
  const ended = await db.write({ global: true }, (tx) =>
    tx.sql(`delete from session where session_id = $2 and ${OWN} returning session_id`, [session.admin_id, session_id]),
  )
  if (ended.length === 0) throw apiError('not_found')
  all.forget()
  return { data: { status: 'OK' } }
}
