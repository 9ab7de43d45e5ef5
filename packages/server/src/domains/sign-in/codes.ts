import { randomInt } from 'node:crypto'
import { normalizeDigits } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import { equalsInConstantTime, hashSecret } from '#sessions/credentials'

export const CODE_SECONDS = 600
/** A code is no longer valid after this many wrong guesses. */
const MAX_GUESSES = 5

interface CodeOwner {
  /** A phone of digits only, or an address. */
  contact: string
  purpose: 'sign_in' | 'verify'
}

/** Stores a new code of 8 digits (26 bits), which replaces an earlier one. */
export async function createCode(tx: Tx, { contact, purpose }: CodeOwner, admin: number): Promise<string> {
  const code = String(randomInt(100_000_000)).padStart(8, '0')
  await tx.sql(
    `insert into phone_code (phone, purpose, admin, code_hash, expires) values ($1, $2, $3, $4, now() + make_interval(secs => $5))
     on conflict (phone, purpose) do update set admin = excluded.admin, code_hash = excluded.code_hash, guesses = 0, expires = excluded.expires`,
    [contact, purpose, admin, hashOf(contact, code), CODE_SECONDS],
  )
  return `${code.slice(0, 4)} ${code.slice(4)}`
}

/** Redeems a code and returns its person; undefined for a wrong one. Guesses are counted before they are compared. */
export async function redeemCode(tx: Tx, { contact, purpose }: CodeOwner, typed: string): Promise<number | undefined> {
  const [row] = await tx.sql<{ admin: number; code_hash: Buffer }>(
    `update phone_code set guesses = guesses + 1
     where phone = $1 and purpose = $2 and expires > now() and guesses < ${MAX_GUESSES} returning admin, code_hash`,
    [contact, purpose],
  )
  const hash = hashOf(contact, normalizeDigits(typed).replaceAll(/\D/g, ''))
  if (!row || !equalsInConstantTime(hash.toString('hex'), row.code_hash.toString('hex'))) return undefined
  await tx.sql('delete from phone_code where phone = $1 and purpose = $2', [contact, purpose])
  return row.admin
}

const hashOf = (contact: string, code: string): Buffer => hashSecret(`${contact} ${code}`)
