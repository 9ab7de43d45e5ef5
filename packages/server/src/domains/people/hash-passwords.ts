import { type Actor, contactFields, gradePassword } from '@tiffin/core/rules'
import { apiError } from '@tiffin/sdk/contract'
import type { Refusals } from '#engine/refusals'
import type { CheckOwnPassword, PlannedRow } from '#engine/planned-row'
import { hashPassword } from './password.ts'

/** Hashing is slow by design. */
const MAX_PASSWORDS = 20

interface Context {
  actor: Actor
  checkOwnPassword: CheckOwnPassword
  refusals: Refusals
}

const setsContact = ({ set }: PlannedRow): boolean => contactFields.some((name) => set[name] !== undefined)
const setsPassword = ({ set }: PlannedRow): boolean => typeof set['password'] === 'string' && set['password'] !== ''

/**
 * Replaces passwords with their hashes, and checks the user's current one.
 * @throws `too_many`, `weak_password`, and what `checkOwnPassword` throws
 */
export async function hashPasswords(rows: PlannedRow[], { actor, checkOwnPassword, refusals }: Context): Promise<void> {
  if (rows.filter(setsPassword).length > MAX_PASSWORDS) throw apiError('too_many', { table: 'admin', params: [MAX_PASSWORDS] })
  await refusals.each(rows, async (row) => {
    const { entity, index, set } = row
    // An editor also sends its empty password field, which means no new password.
    if (set['password'] === '') delete set['password']
    if (row.key === actor.admin_id && (setsPassword(row) || (row.currentPassword !== undefined && setsContact(row)))) {
      await checkOwnPassword(row.currentPassword, { table: entity.name, row: index, field: 'current_password' })
      row.isProven = true
    }
    if (!setsPassword(row)) return
    const password = String(set['password'])
    const verdict = gradePassword(password)
    if (!verdict.allowed)
      throw apiError('weak_password', { table: entity.name, row: index, field: 'password', message: verdict.message })
    set['password'] = await hashPassword(password)
  })
}
