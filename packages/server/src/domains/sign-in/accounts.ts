import { normalizeLogin } from '@tiffin/core/rules'
import type { Tx } from '#db/database'
import { rememberContact } from '#domains/billing/tariff-trials'
import { contactHash } from '#domains/people/mailbox'

export interface Account {
  admin_id: number
  login: string
  admin_status: number
  /** The confirmed address; empty if there is none. */
  address: string
}

const ACCOUNTS = `select a.admin_id, a.login, a.admin_status::int as admin_status, coalesce(v.value, '') as address from admin a
  left join verified_contact v on v.admin = a.admin_id and v.kind = 'mail' and v.value = lower(a.email)`

/**
 * The account with a confirmed address or a login. Only a confirmed address gives access: anyone may have typed the address of a
 * profile, or one used as a login.
 */
export async function findAccount(tx: Tx, typed: string): Promise<Account | undefined> {
  const [account] = await tx.sql<Account>(
    `${ACCOUNTS} where a.login = $1 or v.value = $1 order by v.value = $1 desc nulls last limit 1`,
    [normalizeLogin(typed)],
  )
  return account
}

export async function accountOf(tx: Tx, admin: number): Promise<Account | undefined> {
  const [account] = await tx.sql<Account>(`${ACCOUNTS} where a.admin_id = $1`, [admin])
  return account
}

/** Records that a phone or an address of a person is verified. It then belongs to no one else. */
export async function recordContact(
  tx: Tx,
  { admin, kind, value }: { admin: number; kind: 'mail' | 'phone'; value: string },
): Promise<void> {
  await tx.sql('delete from verified_contact where kind = $2 and (admin = $1 or value = $3)', [admin, kind, value])
  await tx.sql('insert into verified_contact (admin, kind, value) values ($1, $2, $3)', [admin, kind, value])
  await rememberContact(tx, { admin, contact: contactHash(kind, value) })
}
