import type { Entity, TokenScope } from '@tiffin/sdk/contract'
import { type Actor, allow, type Decision, refuse } from './actor.ts'

/** Written by users only: an access token must not change a login or a password, or make staff (AMB-232). */
const peopleOnly: ReadonlySet<string> = new Set(['admin', 'invitation', 'second_factor'])

/** Read by users only: kept messages have the links and codes that open accounts. */
const readByPeopleOnly: ReadonlySet<string> = new Set(['outbox'])

/** Tables of a company that set it up; those of the platform follow from their gate. */
const setUpTables: ReadonlySet<string> = new Set([
  'banner',
  'chat_answer',
  'company',
  'cuisine',
  'device',
  'kanban',
  'membership',
  'merchant',
  'merchant_type',
  'order_status',
  'order_step',
  'pay_type',
  'webhook',
])

/** The scope with which an access token writes a table; null if it can't. */
export function scopeOfWrite({ name, access }: Entity): TokenScope | null {
  if (peopleOnly.has(name)) return null
  return access.write === 'platform' || setUpTables.has(name) ? 'config' : 'write'
}

/** Whether the session may write a table with its scopes; anything but an access token may. */
export function tokenMayWrite({ token }: Actor, entity: Entity): Decision {
  if (!token) return allow
  const scope = scopeOfWrite(entity)
  if (scope === null) return refuse('token_not_allowed')
  return token.scopes.includes(scope) ? allow : refuse('scope_required', scope)
}

/** Whether the session may read a table; the scopes of calls decide the rest. */
export const tokenMayRead = ({ token }: Actor, { name }: Entity): Decision =>
  token && readByPeopleOnly.has(name) ? refuse('token_not_allowed') : allow

/** Whether an access token has one of the scopes that open a call or a live connection. */
export function tokenMayCall({ token }: Actor, open: 'any' | readonly TokenScope[] | undefined): Decision {
  if (!token || open === 'any') return allow
  if (open === undefined) return refuse('token_not_allowed')
  return open.some((scope) => token.scopes.includes(scope)) ? allow : refuse('scope_required', open[0] as TokenScope)
}
