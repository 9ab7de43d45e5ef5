import type { Entity } from '@tiffin/sdk/contract'
import type { Action } from './actor.ts'

/**
 * The tables that a paired kitchen device may read (KDS-25). Its merchants limit the rows (merchant-access.ts); each
 * call declares whether devices may make it.
 */
const deviceReads: ReadonlySet<string> = new Set([
  'order',
  'print_job',
  'order_status',
  'order_step',
  'merchant',
  'pay_type',
  'company',
])
const nonLookupTables: ReadonlySet<string> = new Set(['admin', 'audit', 'company', 'global_settings', 'app_settings'])

/** Whether a paired device has access to an entity; lookups are the global tables that all staff read. */
export const canDeviceAccess = (action: Action, entity: Entity): boolean =>
  action === 'read'
    ? deviceReads.has(entity.name) || (entity.scope === 'global' && !nonLookupTables.has(entity.name))
    : action === 'update' && entity.name === 'order'
