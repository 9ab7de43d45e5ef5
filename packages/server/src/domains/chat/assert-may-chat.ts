import { mayChat } from '@tiffin/core/rules'
import { apiError } from '@tiffin/sdk/contract'
import type { CompanyCall } from '#server/context'

/** @throws why this person may not chat */
export function assertMayChat({ session }: CompanyCall): void {
  const decision = mayChat(session.actor)
  if (!decision.allowed) throw apiError(decision.code, { params: decision.params })
}
