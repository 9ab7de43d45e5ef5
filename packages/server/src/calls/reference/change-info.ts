import type { ChangeInfo } from '#engine/change-info'
import type { CallContext } from '#server/context'

/** Who changes what, as the history keeps it. */
export const changeInfo = (call: CallContext): ChangeInfo => ({
  admin: call.session?.admin_id ?? null,
  company: call.company ?? 0,
  app: call.app.name,
  device: call.app.device ?? '',
  idempotency: call.idempotencyKey === undefined ? undefined : { key: call.idempotencyKey, hash: call.requestHash },
})
