import { managesCompany } from '@tiffin/core/rules'
import { apiError, type Calls, entities, type Parsed } from '@tiffin/sdk/contract'
import type { CallContext, Handler } from '#server/context'
import { type Change, makeChange } from '#engine/change'
import type { WireRow } from '#engine/change-info'
import { startDeviceSession } from '#http/device-sessions'
import { failedSignIn, inTurn, signInWait, succeededSignIn } from '../auth/sign-in-limits.ts'
import { changeInfo } from '../reference/change-info.ts'
import { readCode } from './pairing-code.ts'

/** An owner lets a device in for some merchants (KDS-25); wrong codes are slowed down like wrong passwords. */
export const confirm: Handler<Calls['Device']['confirm']> = (input, call) => {
  if (!call.session || !managesCompany(call.session.actor)) throw apiError('forbidden')
  if (call.company === null) throw apiError('company_required')
  // Counted for the person wherever they come from; no login has a space at its end.
  const guesser = `code of ${call.session.admin_id} `
  const anywhere = { ...call, address: '' }
  return inTurn(anywhere, guesser, async () => {
    const wait = await signInWait(anywhere, guesser)
    if (wait > 0) throw apiError('rate_limited', { params: [wait] })
    const { value } = await makeChange(call.db, call.feed, changeInfo(call), (change) => letIn(change, call, input))
    if (value === null) {
      await failedSignIn(anywhere, guesser)
      throw apiError('pairing_code_unknown')
    }
    await succeededSignIn(anywhere, guesser)
    return { data: { status: 'OK', device: value } }
  })
}

/** Null when the code is not that of a waiting device. */
async function letIn(
  change: Change,
  call: CallContext,
  { code: typed, name, merchants }: Parsed<Calls['Device']['confirm']>,
): Promise<WireRow | null> {
  const code = readCode(typed)
  if (code === null) return null
  const [waiting] = await change.tx.sql<{ secret_hash: Buffer; name: string; address: string }>(
    `update device_pairing set confirmed = true where code = $1 and expires > now() and not confirmed
     returning secret_hash, name, address`,
    [code],
  )
  if (!waiting) return null
  const { company, admin } = change.info
  const wanted = [...new Set(merchants)]
  const known = await change.tx.sql('select from merchant where company = $1 and merchant_id = any($2)', [company, wanted])
  if (known.length < wanted.length) throw apiError('bad_reference', { field: 'merchants', params: ['merchants'] })
  const [device] = await change.insert(entities.device, [
    { company, name: name ?? waiting.name, merchants: wanted, admin, create: call.now().toISOString() },
  ])
  await startDeviceSession(change.tx, {
    secretHash: waiting.secret_hash,
    admin: call.session?.admin_id ?? 0,
    company,
    device: Number(device?.['device_id']),
    address: waiting.address,
  })
  return device ?? null
}
