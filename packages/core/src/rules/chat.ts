import { entities } from '@tiffin/sdk/contract'
import { type Actor, type Decision, refuse } from './actor.ts'
import { can } from './permissions.ts'

/**
 * Who answers customers: owners, platform administrators acting for a company, and operators to whom an owner gave the page,
 * while the company has the option; never kitchen devices (PERM-22, AMB-041, AMB-254).
 */
export function mayChat(actor: Actor): Decision {
  if (actor.device) return refuse('forbidden')
  if (actor.company === null) return refuse('company_required')
  return can(actor, 'read', entities.chat_message)
}
