import type { EntityName } from '@tiffin/sdk/contract'
import type { Actor } from './actor.ts'
import { navigationFor } from './navigation.ts'
import { pages } from './pages/index.ts'
import type { PersonTable } from './pages/page.ts'

/** All that a page shows of people whose table it does not read. */
export const personNames: Readonly<Record<PersonTable, ReadonlySet<string>>> = {
  user: new Set(['user_id', 'name']),
  courier: new Set(['courier_id', 'name']),
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
  const opened = navigationFor(actor).map((route) => pages[route])
  const open = opened.flatMap(({ rights }) => rights ?? [])
  const own = opened.flatMap(({ table, rights }) => (rights?.writes && table ? table : []))
  const whole = new Set<string>([...everybody, ...own, ...open.flatMap(({ reads }) => reads)])
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
