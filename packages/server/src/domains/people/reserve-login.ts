import { loginSkeleton, lookAlikeLetters, type PlainKey } from '@tiffin/core/rules'
import { errors } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'

interface LoginOwner {
  /** The user who is to get the login, if they already exist. */
  admin?: number
  /** Skeletons of the logins in the same save; this one is added. */
  beside?: Set<string>
}

/**
 * Reserves a login (in normal form) and its look-alikes until the transaction ends. Returns why it can't be used: it, or a
 * look-alike, is in use, or it is the verified address of another user.
 */
export async function reserveLogin(tx: Tx, login: string, { admin = 0, beside = new Set() }: LoginOwner = {}) {
  const skeleton = loginSkeleton(login)
  await tx.sql(`select pg_advisory_xact_lock(hashtextextended($1, 7))`, [skeleton])
  const { from, to, removed, pairs } = lookAlikeLetters
  const letters = `translate(regexp_replace(normalize(login, NFD), $6, '', 'g'), $2, $3)`
  const shape = pairs.reduce((text, [pair, letter]) => `replace(${text}, '${pair}', '${letter}')`, letters)
  const [found] = await tx.sql<{ same: boolean }>(
    `select login = $1 as same from admin where ${shape} = $4 and admin_id <> $5
     union all select true from verified_contact v join admin a on a.admin_id = v.admin and lower(a.email) = v.value
     where v.kind = 'mail' and v.value = $1 and v.admin <> $5 order by same desc limit 1`,
    [login, from, to, skeleton, admin, removed],
  )
  const isFree = !found && !beside.has(skeleton)
  beside.add(skeleton)
  if (isFree) return undefined
  const message: PlainKey = found?.same ? errors.duplicate : 'This login is too similar to an existing one'
  return { code: 'duplicate' as const, message }
}
