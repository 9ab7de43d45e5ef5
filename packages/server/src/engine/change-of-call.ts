import type { ChangeInfo } from './change-info.ts'
import type { SessionCall } from '#server/context'

/** A change of many rows: disconnecting before the commit cancels it. */
export function bulkChangeInfo(call: SessionCall): ChangeInfo {
  let isGivenUp = false
  call.reply.onClose(() => (isGivenUp = true))
  return { ...changeInfo(call), isGivenUp: () => isGivenUp }
}

/** Who makes the change, as recorded in the history. */
export const changeInfo = (call: SessionCall): ChangeInfo => ({
  admin: call.session.admin_id,
  company: call.company ?? 0,
  app: call.app.name,
  device: call.app.device ?? '',
  idempotency: call.idempotencyKey === undefined ? undefined : { key: call.idempotencyKey, hash: call.requestHash },
})
