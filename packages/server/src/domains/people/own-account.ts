import type { Tx } from '#db/database'

/** Records that a user joined by a link, so that no owner can change how they sign in. */
export const recordOwnAccount = (tx: Tx, admin: number): Promise<unknown> =>
  tx.sql('insert into own_account (admin) values ($1) on conflict do nothing', [admin])

export async function hasOwnAccount(tx: Tx, admin: number): Promise<boolean> {
  return (await tx.sql('select from own_account where admin = $1', [admin])).length > 0
}
