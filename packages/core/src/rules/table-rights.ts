import type { EntityName } from '@tiffin/sdk/contract'
import type { Actor } from './actor.ts'
import { navigationFor } from './navigation.ts'
import { pages } from './pages/index.ts'
import type { PersonTable } from './pages/page.ts'

/** The personal fields a page may show from tables it does not read. */
export const personNames: Readonly<Record<PersonTable, ReadonlySet<string>>> = {
  user: new Set(['user_id', 'name']),
  courier: new Set(['courier_id', 'name']),
}

/**
 * Tables that every signed-in user reads in addition to the public ones: their own account with its settings and access tokens,
 * the company data that boards, prices and receipts need, and the data shown when a company is created: tariffs and the
 * platform's contacts (AMB-249).
 */
const readableByAll: readonly EntityName[] = [
  ...(['admin', 'owner', 'kanban_settings', 'access_token', 'second_factor', 'company'] as const),
  ...(['tariff', 'subscribe_period', 'app_settings'] as const),
]

export interface TableRights {
  reads: ReadonlySet<string>
  /** Readable tables limited to these fields. */
  parts: ReadonlyMap<string, ReadonlySet<string>>
  /** Readable tables limited to users named by orders. */
  names: ReadonlySet<string>
  /** Tables of users whose joined rows show more than the name. */
  shows: ReadonlySet<string>
  /** Writable although the gate is for owners, because the screen was chosen for the user (AMB-048). */
  writes: ReadonlySet<string>
}

const known = new WeakMap<Actor, TableRights>()

/** The tables that a user who does not manage the company may read and write, based on their navigation. */
export function tableRights(actor: Actor): TableRights {
  const found = known.get(actor)
  if (found) return found
  const opened = navigationFor(actor).map((route) => pages[route])
  const open = opened.flatMap(({ rights }) => rights ?? [])
  const own = opened.flatMap(({ table, rights }) => (rights?.writes && table ? table : []))
  const whole = new Set<string>([...readableByAll, ...own, ...open.flatMap(({ reads }) => reads)])
  const shown = open.flatMap(({ parts }) => Object.entries(parts ?? {})).filter(([table]) => !whole.has(table))
  const parts = new Map<string, ReadonlySet<string>>()
  for (const [table, fields] of shown) parts.set(table, new Set([...(parts.get(table) ?? []), ...fields]))
  const names = open.flatMap((rights) => rights.names ?? []).filter((table) => !whole.has(table) && !parts.has(table))
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
