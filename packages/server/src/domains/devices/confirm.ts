import { apiError, type Calls, entities, type Parsed } from '@tiffin/sdk/contract'
import type { CompanyCall, Handler } from '#server/context'
import { makeChange } from '#engine/change'
import type { Change, WireRow } from '#engine/change-info'
import { startDeviceSession } from '#sessions/device-sessions'
import { changeInfo } from '#engine/change-of-call'
import { withCode } from './with-code.ts'

/** An owner confirms a device for some merchants (KDS-25). */
export const confirm: Handler<Calls['Device']['confirm']> = (input, call) =>
  withCode(call, input.code, async (code) => {
    const { value } = await makeChange(call.db, call.feed, changeInfo(call), (change) =>
      confirmDevice(change, call, { ...input, code }),
    )
    if (value === null) return null
    return { data: { status: 'OK' as const, device: value } }
  })

/** Null if no device with this code is waiting. */
async function confirmDevice(
  change: Change,
  call: CompanyCall,
  { code, name, merchants }: Parsed<Calls['Device']['confirm']>,
): Promise<WireRow | null> {
  const [waiting] = await change.tx.sql<{ secret_hash: Buffer; name: string; address: string }>(
    `update device_pairing set confirmed = true where code = $1 and expires > now() and not confirmed
     returning secret_hash, name, address`,
    [code],
  )
  if (!waiting) return null
  const { company, admin } = change.info
  const requested = [...new Set(merchants)]
  const known = await change.tx.sql('select from merchant where company = $1 and merchant_id = any($2)', [company, requested])
  if (known.length < requested.length) throw apiError('bad_reference', { field: 'merchants', params: ['merchants'] })
  const [device] = await change.insert(entities.device, [
    { company, name: name ?? waiting.name, merchants: requested, admin, create: call.now().toISOString() },
  ])
  await startDeviceSession(change.tx, {
    secretHash: waiting.secret_hash,
    admin: call.session.admin_id,
    company,
    device: Number(device?.['device_id']),
    address: waiting.address,
  })
  return device ?? null
}
