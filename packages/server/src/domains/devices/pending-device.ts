import type { Calls } from '@tiffin/sdk/contract'
import type { Handler } from '#server/context'
import { showCode } from './pairing-code.ts'
import { withCode } from './with-code.ts'

interface PendingDevice {
  name: string
  state: 'waiting' | 'confirmed' | 'expired'
  expires_in: number
}

/** Shows an owner which device asks to be paired (KDS-25). */
export const pendingDevice: Handler<Calls['Device']['asking']> = (input, call) =>
  withCode(call, input.code, async (code) => {
    const [found] = await call.db.read({ global: true }, (tx) =>
      tx.sql<PendingDevice>(
        `select name, case when confirmed then 'confirmed' when expires > now() then 'waiting' else 'expired' end as state,
           greatest(0, ceil(extract(epoch from expires - now())))::int as expires_in
         from device_pairing where code = $1`,
        [code],
      ),
    )
    return found ? { data: { status: 'OK' as const, code: showCode(code), ...found } } : null
  })
