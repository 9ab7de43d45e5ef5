import { apiError } from '@tiffin/sdk/contract'
import type { Database, Tx } from '#db/database'
import { addressAttempts, trySecret } from '#domains/people/secret-attempts'
import { hashSecret, newSecret } from '#sessions/credentials'
import { networkOf } from '#sessions/network-of'

export const LINK_HOURS = 24
export const INVITATION_DAYS = 7

export interface AccountLink {
  kind: 'registration' | 'repair' | 'invitation'
  /** Normalized. */
  email: string
  name: string
  lang: string
  admin: number | null
  company: number | null
  invitation: number | null
}

/**
 * Stores a link and returns its address. The token is in the fragment, which browsers don't send, and only a call redeems it: programs
 * that scan mails open the address, but make no calls.
 */
export async function createLink(
  tx: Tx,
  publicUrl: string,
  { hours = LINK_HOURS, ...link }: Pick<AccountLink, 'kind' | 'email'> & Partial<AccountLink> & { hours?: number },
): Promise<string> {
  const token = newSecret()
  const { kind, email, name = '', lang = 'en', admin = null, company = null, invitation = null } = link
  await tx.sql(
    `insert into door_link (token_hash, kind, email, name, lang, admin, company, invitation, expires)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(hours => $9))`,
    [hashSecret(token), kind, email, name, lang, admin, company, invitation, hours],
  )
  return `${publicUrl.replace(/\/$/, '')}/auth#${token}`
}

const COLUMNS = 'kind, email, name, lang, admin, company, invitation'

/** Looks up a link without redeeming it. Guessing is hopeless, and slowed down anyway. */
export async function readLink({ db, address }: { db: Database; address: string }, token: string): Promise<AccountLink> {
  const found = await trySecret(db, [{ ...addressAttempts(`links ${networkOf(address)}`), free: 50 }], async () => {
    const [row] = await db.read({ global: true }, (tx) => findLink(tx, token))
    return row
  })
  return assertOpen(found)
}

/** Redeems a link. Of two attempts at the same time, one succeeds. */
export async function redeemLink(tx: Tx, token: string): Promise<AccountLink> {
  const [taken] = await tx.sql<AccountLink>(
    `update door_link set used = now() where token_hash = $1 and used is null and expires > now() returning ${COLUMNS}`,
    [hashSecret(token)],
  )
  return taken ?? assertOpen((await findLink(tx, token))[0])
}

type FoundLink = AccountLink & { used: boolean; late: boolean }

const findLink = (tx: Tx, token: string): Promise<FoundLink[]> =>
  tx.sql<FoundLink>(
    `select ${COLUMNS}, used is not null as used, expires <= now() as late from door_link where token_hash = $1`,
    [hashSecret(token)],
  )

function assertOpen(link: FoundLink | undefined): AccountLink {
  if (!link) throw apiError('link_unknown')
  if (link.used) throw apiError('link_used')
  if (link.late) throw apiError('link_expired')
  return link
}
