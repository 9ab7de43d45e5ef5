import type { Api, Calls, Entity } from '@tiffin/sdk/contract'
import type { Action } from './actor.ts'

/**
 * All that a paired kitchen device may do, in this one place (KDS-25): the calls that it may make, and the tables that it
 * may read. Its merchants narrow the rows (merchant-access.ts).
 */
const deviceCalls: { readonly [A in Api]?: readonly (keyof Calls[A])[] } = {
  // That a person signs in on the same screen, and that it signs out, stays possible.
  Auth: ['getLang', 'checkAuth', 'SignOut', 'Login'],
  Reference: ['getData'],
  Order: ['move', 'tick', 'shown', 'timeline'],
  Print: ['claim', 'begin', 'confirm', 'fail', 'request', 'dismiss', 'offer'],
  Device: ['pair'],
}

const deviceReads: ReadonlySet<string> = new Set([
  'order',
  'print_job',
  'order_status',
  'order_step',
  'merchant',
  'pay_type',
  'company',
])
const notLookups: ReadonlySet<string> = new Set(['admin', 'audit', 'company', 'global_settings', 'app_settings'])

/** Whether a paired device may make a call at all. */
export const deviceMayCall = (api: string, method: string): boolean =>
  Object.hasOwn(deviceCalls, api) && ((deviceCalls as Record<string, readonly string[]>)[api] ?? []).includes(method)

/** Whether a paired device may meet rows of an entity; lookups are the global tables that every member of staff reads. */
export const deviceMay = (action: Action, entity: Entity): boolean =>
  action === 'read'
    ? deviceReads.has(entity.name) || (entity.scope === 'global' && !notLookups.has(entity.name))
    : action === 'update' && entity.name === 'order'
