import { randomInt } from 'node:crypto'
import type { Tx } from '#db/database'
import { hashSecret } from '#sessions/credentials'

const COUNT = 10
/** None looks like another; 15 of them have 74 bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 3
const GROUP = 5

const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, () => LETTERS.charAt(randomInt(LETTERS.length))).join(''),
  ).join('-')

const hashOf = (admin: number, code: string): Buffer => hashSecret(`recovery ${admin} ${code.replaceAll(/[^a-z0-9]/g, '')}`)

/** Replaces a person's codes. Only their hashes are kept. */
export async function newRecoveryCodes(tx: Tx, admin: number): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode)
  await tx.sql('delete from recovery_code where admin = $1', [admin])
  await tx.sql('insert into recovery_code (admin, code_hash) select $1, unnest($2::bytea[])', [
    admin,
    codes.map((code) => hashOf(admin, code)),
  ])
  return codes
}

/** Whether this is an unused code of the person; it is used up. */
export async function takeRecoveryCode(
  tx: Tx,
  { admin, code, now }: { admin: number; code: string; now: Date },
): Promise<boolean> {
  const taken = await tx.sql(
    'update recovery_code set used = $3 where admin = $1 and code_hash = $2 and used is null returning admin',
    [admin, hashOf(admin, code.toLowerCase()), now],
  )
  return taken.length > 0
}

export async function countRecoveryCodes(tx: Tx, admin: number): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    'select count(*)::int as count from recovery_code where admin = $1 and used is null',
    [admin],
  )
  return row?.count ?? 0
}
