import { MAX_KEEP_ALIVE } from '@tiffin/sdk/contract'
import type { CallContext } from '#server/context'

/**
 * Seconds until a session expires without user input: the shortest of the user's companies, because a session may act for all
 * of them. A company's own value counts if above 30, otherwise the configured one (AMB-029).
 */
export async function keepAliveOf(call: Pick<CallContext, 'db' | 'config'>, admin: number): Promise<number> {
  const configured = call.config.TIFFIN_KEEP_ALIVE
  const [shortest] = await call.db.read({ platform: true }, (tx) =>
    tx.sql<{ seconds: number | null }>(
      `select min(case when c.keep_alive_timeout > 30 then least(c.keep_alive_timeout, $3::int) else $2::int end) as seconds
       from memberships_of($1) m join company c on c.company_id = m.company where c.deleted is null`,
      [admin, configured, MAX_KEEP_ALIVE],
    ),
  )
  return shortest?.seconds ?? configured
}
