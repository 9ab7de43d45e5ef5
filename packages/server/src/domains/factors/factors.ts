import { apiError, type SecondStep } from '@tiffin/sdk/contract'
import type { Database, Tx } from '#db/database'
import { hashSecret, newSecret } from '#sessions/credentials'
import { countRecoveryCodes } from './recovery-codes.ts'

export type FactorKind = SecondStep['kinds'][number]

/** Seconds to find the phone and type the code. */
export const STEP_SECONDS = 600
/** Wrong guesses after which a sign-in has to start again. */
const MAX_GUESSES = 5

export async function factorKinds(tx: Tx, admin: number): Promise<FactorKind[]> {
  const rows = await tx.sql<{ kind: FactorKind }>('select distinct kind from second_factor where admin = $1 order by kind desc', [
    admin,
  ])
  return rows.map(({ kind }) => kind)
}

/**
 * Refuses to sign in a person who has a second factor; the refusal names the sign-in, which the factor then finishes.
 * @throws `second_factor`
 */
export async function assertNoSecondFactor(db: Database, admin: number, now: Date): Promise<void> {
  const because = await db.write({ global: true }, async (tx) => {
    const kinds = await factorKinds(tx, admin)
    if (kinds.length === 0) return undefined
    const challenge = newSecret()
    await tx.sql(
      `insert into second_step (token_hash, admin, expires) values ($1, $2, $3::timestamptz + make_interval(secs => $4))`,
      [hashSecret(challenge), admin, now, STEP_SECONDS],
    )
    const has_recovery_codes = (await countRecoveryCodes(tx, admin)) > 0
    return { challenge, kinds, has_recovery_codes } satisfies SecondStep
  })
  if (because) throw apiError('second_factor', { because })
}

/** The user who is signing in. @throws `sign_in_expired` */
export async function readStep(tx: Tx, challenge: string, now: Date): Promise<number> {
  const [row] = await tx.sql<{ admin: number }>(
    `select admin from second_step where token_hash = $1 and expires > $2 and guesses < ${MAX_GUESSES}`,
    [hashSecret(challenge), now],
  )
  if (!row) throw apiError('sign_in_expired')
  return row.admin
}

/** Counts a guess before it is compared, so that many at once are not more. @throws `sign_in_expired` */
export async function countGuess(tx: Tx, challenge: string): Promise<void> {
  const counted = await tx.sql(
    `update second_step set guesses = guesses + 1 where token_hash = $1 and guesses < ${MAX_GUESSES} returning admin`,
    [hashSecret(challenge)],
  )
  if (counted.length === 0) throw apiError('sign_in_expired')
}

/** Uses a sign-in up; of two uses at the same time, one succeeds. @throws `sign_in_expired` */
export async function endStep(tx: Tx, challenge: string): Promise<void> {
  const ended = await tx.sql('delete from second_step where token_hash = $1 returning admin', [hashSecret(challenge)])
  if (ended.length === 0) throw apiError('sign_in_expired')
}
