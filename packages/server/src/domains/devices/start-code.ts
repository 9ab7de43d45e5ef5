import { apiError } from '@tiffin/sdk/contract'
import type { CallContext } from '#server/context'
import { hashSecret, newSecret } from '#sessions/credentials'
import { networkOf } from '#sessions/network-of'
import { newCode, showCode } from './pairing-code.ts'

const MINUTES = 10
/** Maximum pending codes of one network; even a building full of kitchens needs fewer. */
const MAX_WAITING = 20

/** Creates a code for a user to enter in the console. The device reads the result with the secret, which is stored hashed. */
export async function startCode(call: CallContext, table: 'device_pairing' | 'sign_in_code', name: string) {
  const secret = newSecret()
  const code = newCode()
  const network = networkOf(call.address)
  await call.db.write({ global: true }, async (tx) => {
    await tx.sql(`delete from ${table} where expires < now()`)
    // Requests from one network run one at a time; otherwise simultaneous ones would all see the same count.
    await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 25))', [network])
    const [open] = await tx.sql<{ count: number }>(`select count(*)::int as count from ${table} where address = $1`, [network])
    if ((open?.count ?? 0) >= MAX_WAITING) throw apiError('rate_limited', { params: [MINUTES * 60] })
    await tx.sql(
      `insert into ${table} (secret_hash, code, name, address, expires) values ($1, $2, $3, $4, now() + make_interval(mins => $5))`,
      [hashSecret(secret), code, name, network, MINUTES],
    )
  })
  return { secret, code: showCode(code), expires_in: MINUTES * 60 }
}
