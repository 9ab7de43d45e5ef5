import type { ChangeInfo } from './change-info.ts'
import type { SaveContext } from './save-rows.ts'
import type { SessionCall } from '#server/context'

/** A change of many rows: disconnecting before the commit cancels it. */
export function bulkChangeInfo(call: SessionCall): ChangeInfo {
  let isAbandoned = false
  call.reply.onClose(() => (isAbandoned = true))
  return { ...changeInfo(call), isAbandoned: () => isAbandoned }
}

/** How the caller saves rows. */
export const saveContext = ({ session, now, lang, secretBox }: SessionCall): SaveContext => ({
  actor: session.actor,
  now: now(),
  lang,
  secretBox,
  session: session.session_id,
})

/** Who makes the change, as recorded in the history. */
export const changeInfo = (call: SessionCall): ChangeInfo => ({
  admin: call.session.admin_id,
  company: call.company ?? 0,
  rights: call.session.rights,
  app: call.app.name,
  device: call.app.device ?? '',
  idempotency: call.idempotencyKey === undefined ? undefined : { key: call.idempotencyKey, hash: call.requestHash },
})
