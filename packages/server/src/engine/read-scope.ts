import { type Actor, tokenMayCall } from '@tiffin/core/rules'
import { apiError } from '@tiffin/sdk/contract'

/** Whether a response to this caller may contain stored values. An access token needs the scope `read`. */
export const hasReadScope = (actor: Actor): boolean => tokenMayCall(actor, ['read']).allowed

/** @throws `scope_required` for access tokens without the scope `read` */
export function assertReadScope(actor: Actor, table?: string): void {
  const scope = tokenMayCall(actor, ['read'])
  if (!scope.allowed) throw apiError(scope.code, { ...(table === undefined ? {} : { table }), params: scope.params })
}
