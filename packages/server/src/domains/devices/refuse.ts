import type { Calls } from '@tiffin/sdk/contract'
import type { Handler } from '#server/context'
import { withCode } from './with-code.ts'

/** Invalidates a code early (KDS-25). The device then shows another code and does not learn who refused it. */
export const refuse: Handler<Calls['Device']['refuse']> = (input, call) =>
  withCode(call, input.code, async (code) => {
    const gone = await call.db.write({ global: true }, (tx) =>
      tx.sql('delete from device_pairing where code = $1 and not confirmed and expires > now() returning code', [code]),
    )
    return gone.length > 0 ? { data: { status: 'OK' as const } } : null
  })
