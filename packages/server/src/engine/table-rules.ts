import type { Actor } from '@tiffin/core/rules'
import type { Entity, Field, ParsedTableQuery } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import type { Binder } from './binder.ts'
import type { Change, ChangeInfo, Key, TouchedRow, WireRow } from './change-info.ts'
import type { CompanyState } from '#tenant/company-state'
import type { CheckOwnPassword, PlannedRow, RowToRemove } from './planned-row.ts'
import type { Refusals } from './refusals.ts'
import type { SavedRow, SaveHook } from './save-hook.ts'
import type { Step } from './undo-step.ts'

/** A row that another one refers to, in the company if it has one. */
export interface Reference {
  field: string
  target: Entity
  key: number
  /** Field that is referred to, if not the key. */
  by?: string
}

/** A stored picture or sound that a row will refer to. */
export interface NamedContent {
  field: string
  kind: 'image' | 'audio'
  name: string
}

interface PlanRules {
  /** Takes a name that is not a field of the table out of a sent row; false if it does not handle the name. */
  take?(planned: PlannedRow, name: string, value: unknown): boolean
  /** Key of the user's own row, in which more fields are writable. */
  ownKey?(actor: Actor): Key
  /** Values are checked before the row is locked, including unchanged ones. */
  checksBeforeLock?: true
  /** Fields that a new row needs although the table does not require them. */
  required?: readonly string[]
  /** Required fields that the server computes for a new row. */
  computed?: readonly string[]
  /** Slow work that needs no transaction. */
  prepare?(rows: PlannedRow[], context: { actor: Actor; checkOwnPassword: CheckOwnPassword; refusals: Refusals }): Promise<void>
}

interface ReferenceRules {
  /** Rows that a row refers to from inside its values. */
  nestedReferences?(set: WireRow): Reference[]
  /** Whether another rule checks the reference in a field. */
  isCheckedElsewhere?(field: string, set: WireRow): boolean
  /** SQL conditions of the rows `t` that this user may refer to. */
  referable?(actor: Actor, company: number, binder: Binder): string[]
  /** For each field: SQL condition that row `t` refers to row `k` of `target` from inside the field's value. */
  nestedReferrers?(target: Entity): [field: string, condition: string][]
}

export type ReadSums = (tx: Tx, actor: Actor, query: ParsedTableQuery) => Promise<{ count: number; statistic: string } | null>

interface ReadRules {
  /** The column with one text for each language of the platform; on the wire, each language is a field like `field`. */
  languages?: { column: string; field: Field }
  /** SQL for the `from` clause, if a reader sees other rows than the stored ones. */
  source?(actor: Actor): ((binder: Binder) => string) | null
  /** SQL of the stored rows without the values hidden from a reader; null if nothing is hidden. */
  masked?(actor: Actor): string | null
  /** SQL of the fields that are only searched by (`searchOnly` of the contract). */
  searchOnly?: Readonly<Record<string, (row: string) => string>>
  /** SQL conditions on the row `t` that always apply; `named` are the fields in the query. */
  filter?(actor: Actor, binder: Binder, named: ReadonlySet<string>): string[]
  /**
   * A field whose number also finds rows in a search, for readers of the field, and SQL of the keys found; `number` is
   * a bound value.
   */
  numbered?: { field: string; keys(number: string): string }
  /** Number and sums of the rows found without reading each of them; null for a query that needs that. */
  sums?: ReadSums
  /** A saved row as its sender may see it. */
  present?(actor: Actor, row: WireRow): WireRow
}

interface DeleteRules {
  /** Refuses before anything is locked. */
  refuseEarly?(row: RowToRemove, company: CompanyState | null): void
  /** Refuses a locked row. */
  refuse?(row: RowToRemove, current: WireRow, actor: Actor): void
  /** Rows are only marked as deleted, so new references to them need not wait. */
  isSoftDelete?: true
  /** Removes dependent data of the rows, so that it does not count as using them. */
  removeParts?(change: Change, keys: readonly Key[]): Promise<void>
  /** Runs instead of removing the rows; undefined if they are removed after all. */
  instead?(
    info: ChangeInfo,
  ): ((change: Change, rows: RowToRemove[], context: { actor: Actor; refusals: Refusals }) => Promise<void>) | undefined
}

interface UndoRules {
  /** Sent to or received from outside, so a general undo does not apply. */
  isNotUndoable?: true
  /** Fields whose changes are not undone. */
  preservedFields?: readonly string[]
  /** Fields that are not restored with a deleted row. */
  notRestored?: readonly string[]
  /** The table whose records these rows are parts of, and the field that refers to them. */
  partOf?: { table: string; by: string }
  /** Chooses which steps of a change to undo, from all of its tables. */
  choose?(steps: Step[]): Step[]
}

/** Rules of a table beyond its declaration. Domains define them for their tables; `domains/table-rules.ts` collects them. */
export interface TableRules {
  save?: SaveHook
  /** Its rows determine users' rights: after a change, processes drop their cached rights. */
  holdsRights?: true
  /** The people whose rights depend on a changed row. Their calls in progress are refused. */
  rightsOf?(row: TouchedRow): number[]
  /** Writes rows of no interest to others, without history and feed. */
  saveUnrecorded?(change: Change, rows: SavedRow[]): Promise<void>
  plan?: PlanRules
  references?: ReferenceRules
  /** Pictures and sounds inside values. */
  content?(field: string, value: unknown, before: unknown): NamedContent[] | undefined
  /** The table whose rows count towards the company limit. */
  limitedBy?: string
  read?: ReadRules
  delete?: DeleteRules
  undo?: UndoRules
  /** Runs at the end of every change of the table, however its rows were written: checks conditions, or adds rows. */
  finish?(tx: Tx, company: number, touched: readonly TouchedRow[], change: Change): Promise<void>
}

export type AllTableRules = Readonly<Partial<Record<string, TableRules>>>

const none: TableRules = {}
let rules: AllTableRules | undefined

/** Sets the rules of all tables; once, before the first read or write. */
export function provideTableRules(all: AllTableRules): void {
  rules = all
}

export function rulesOf({ name }: Pick<Entity, 'name'>): TableRules {
  if (!rules) throw new Error('provideTableRules was not called')
  // The name may be client input.
  return (Object.hasOwn(rules, name) ? rules[name] : undefined) ?? none
}

export const allTableRules = (): [table: string, rules: TableRules][] =>
  Object.entries(rules ?? {}).map(([table, own]) => [table, own ?? none])
