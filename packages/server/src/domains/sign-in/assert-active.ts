import { apiError } from '@tiffin/sdk/contract'
import type { CallContext } from '#server/context'

/** @throws `account_blocked` */
export async function assertActive({ db }: Pick<CallContext, 'db'>, admin: number): Promise<void> {
  const rows = await db.read({ global: true }, (tx) =>
    tx.sql('select from admin where admin_id = $1 and admin_status = 1', [admin]),
  )
  if (rows.length === 0) throw apiError('account_blocked')
}
