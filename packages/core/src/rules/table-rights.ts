import type { EntityName } from '@tiffin/sdk/contract'
import type { Actor } from './actor.ts'
import { navigationFor } from './navigation.ts'
import type { RouteName } from './routes.ts'

interface ScreenTables {
  /** The screen's own table, of which an operator for whom the route was chosen may also write rows. */
  table?: EntityName
  /** What its list, filters, pickers and editor read besides. Of what rows point to names are joined, which takes no right. */
  reads: readonly EntityName[]
  /** People whose table it does not read as a whole, with the fields that it shows. */
  parts?: Partial<Record<PersonTable, readonly string[]>>
  /** What it offers by name, of those that its orders name. */
  names?: readonly PersonTable[]
  /** Of whom its rows show more than the name, such as the phone to call. */
  shows?: readonly PersonTable[]
}

type PersonTable = keyof typeof personNames

/** All that a screen shows of people whose table it does not read. */
export const personNames = {
  user: new Set(['user_id', 'name']),
  courier: new Set(['courier_id', 'name']),
} satisfies Partial<Record<EntityName, ReadonlySet<string>>>

/**
 * The tables that each screen of an operator works with: all that an operator reads, as far as their navigation leads (PERM-03).
 * Orders and merchants have no `table`: their access entries decide what is written. Routes that are missing open none.
 */
const screens: Partial<Record<RouteName, ScreenTables>> = {
  'Company-Order': {
    reads: [
      ...(['order', 'order_status', 'order_step', 'order_type', 'order_mode', 'merchant', 'print_job', 'kanban'] as const),
      ...(['pay_type', 'courier_status', 'courier_working'] as const),
    ],
    // Whoever hands out orders chooses couriers by who is at work, and calls them.
    parts: { courier: ['courier_id', 'name', 'phone', 'img', 'courier_status', 'working'] },
    shows: ['user'],
  },
  'Company-Report-Orders': { reads: ['order', 'order_status', 'order_type', 'merchant', 'pay_type'], names: ['courier'] },
  'Company-Merchant': { reads: ['merchant', 'merchant_type', 'merchant_status', 'delivery_mode', 'cuisine', 'city'] },
  'Company-User': { table: 'user', reads: ['user_status'] },
  'Company-Courier-List': { table: 'courier', reads: ['courier_status', 'courier_working'] },
  'Company-Category': { table: 'merchant_type', reads: ['company_status'] },
  'Company-Tag': { table: 'cuisine', reads: ['company_status'] },
  'Company-OrderStatus': { table: 'order_status', reads: ['order_mode'] },
  'Company-OrderStep': { table: 'order_step', reads: ['order_type', 'order_status'] },
  'Company-PaymentTypes': { table: 'pay_type', reads: ['company_status', 'pay_system'] },
  'Company-Marketing-Mailing': { table: 'mailing', reads: [] },
  'Company-Marketing-Promocode': { table: 'promocode', reads: ['merchant'] },
  'Company-Marketing-Push': {
    table: 'message',
    reads: ['message_status', 'push_status'],
    parts: { user: ['user_id', 'name', 'phone', 'img', 'lang'] },
  },
  'Company-Marketing-Banner': { table: 'banner', reads: ['banner_type', 'company_status'] },
  'Company-Printer': { reads: ['print_job', 'merchant'] },
  'Company-Settings': { table: 'company', reads: ['company_status'] },
  'Administrator-Dictionary': { reads: ['dictionary'] },
}

/**
 * What everybody signed in reads besides the tables that are public: who they are, where they may work, how their board is
 * set up, and of the company acted for what its boards, prices and receipts are made by.
 */
const everybody: readonly EntityName[] = ['admin', 'owner', 'kanban_settings', 'company']

export interface TableRights {
  reads: ReadonlySet<string>
  /** Of those read, the tables of which no more than these fields is. */
  parts: ReadonlyMap<string, ReadonlySet<string>>
  /** Of these, the ones whose rows are read as far as orders name them. */
  names: ReadonlySet<string>
  /** The tables of people of whom joined rows show more than the name. */
  shows: ReadonlySet<string>
  /** Written although the gate is for owners, because the screen was chosen for the person (AMB-048). */
  writes: ReadonlySet<string>
}

const known = new WeakMap<Actor, TableRights>()

/** Tables that somebody who does not manage the company reads and writes by their navigation. */
export function tableRights(actor: Actor): TableRights {
  const found = known.get(actor)
  if (found) return found
  const open = navigationFor(actor).flatMap((route) => screens[route] ?? [])
  const own = open.flatMap(({ table }) => table ?? [])
  const whole = new Set<string>([...everybody, ...own, ...open.flatMap(({ reads }) => reads)])
  const shown = open.flatMap(({ parts }) => Object.entries(parts ?? {})).filter(([table]) => !whole.has(table))
  const parts = new Map<string, ReadonlySet<string>>()
  for (const [table, fields] of shown) parts.set(table, new Set([...(parts.get(table) ?? []), ...fields]))
  const names = open.flatMap((screen) => screen.names ?? []).filter((table) => !whole.has(table) && !parts.has(table))
  for (const table of names) parts.set(table, personNames[table])
  const rights: TableRights = {
    reads: new Set([...whole, ...parts.keys()]),
    parts,
    names: new Set(names),
    shows: new Set([...whole, ...open.flatMap(({ shows }) => shows ?? [])]),
    writes: new Set(actor.navigation ? own : []),
  }
  known.set(actor, rights)
  return rights
}
