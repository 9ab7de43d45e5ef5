import { loginSkeleton, lookAlikeLetters, type PlainKey } from '@tiffin/core/rules'
import { errors } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'

interface Wanted {
  /** Who wants it, if they are there already. */
  admin?: number
  /** Skeletons of the logins that the same save writes; this one joins them. */
  beside?: Set<string>
}

/**
 * Why nobody else may have this login, which is in its normal form: somebody has it, or one that people would take for it. Until
 * the transaction ends nobody else gets one that looks so.
 */
export async function takenLogin(tx: Tx, login: string, { admin = 0, beside = new Set() }: Wanted = {}) {
  const skeleton = loginSkeleton(login)
  await tx.sql(`select pg_advisory_xact_lock(hashtextextended($1, 7))`, [skeleton])
  const [found] = await tx.sql<{ same: boolean }>(
    `select login = $1 as same from admin where translate(login, $2, $3) = $4 and admin_id <> $5 order by same desc limit 1`,
    [login, lookAlikeLetters.from, lookAlikeLetters.to, skeleton, admin],
  )
  const isFree = !found && !beside.has(skeleton)
  beside.add(skeleton)
  if (isFree) return undefined
  const message: PlainKey = found?.same ? errors.duplicate : 'This login is too similar to an existing one'
  return { code: 'duplicate' as const, message }
}
