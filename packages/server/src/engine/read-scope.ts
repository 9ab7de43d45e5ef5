import { type Actor, tokenMayCall } from '@tiffin/core/rules'
import { apiError } from '@tiffin/sdk/contract'

/** Whether an answer to this caller may have stored values: to an access token only with the scope `read`. */
export const hasReadScope = (actor: Actor): boolean => tokenMayCall(actor, ['read']).allowed

/** @throws `scope_required` for access tokens without the scope `read` */
export function assertReadScope(actor: Actor, table?: string): void {
  const scope = tokenMayCall(actor, ['read'])
  if (!scope.allowed) throw apiError(scope.code, { ...(table === undefined ? {} : { table }), params: scope.params })
}
