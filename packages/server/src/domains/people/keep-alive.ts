import type { CallContext } from '#server/context'

/**
 * Seconds until a session expires without user input: the company's value if above 30, otherwise the configured one (AMB-029).
 */
export async function keepAliveOf(call: Pick<CallContext, 'db' | 'config'>, admin: number): Promise<number> {
  const [own] = await call.db.read({ global: true }, (tx) =>
    tx.sql<{ company: number | null }>('select company from admin where admin_id = $1', [admin]),
  )
  if (!own?.company) return call.config.TIFFIN_KEEP_ALIVE
  const company = own.company
  const [row] = await call.db.read({ company }, (tx) =>
    tx.sql<{ keep_alive_timeout: number | null }>('select keep_alive_timeout from company where company_id = $1', [company]),
  )
  const seconds = row?.keep_alive_timeout ?? 0
  return seconds > 30 ? seconds : call.config.TIFFIN_KEEP_ALIVE
}
