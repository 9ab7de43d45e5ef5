import type { Actor } from '@tiffin/core/rules'
import type { Entity, Field } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import type { Binder } from './binder.ts'
import type { Change, ChangeInfo, Key, Touched, WireRow } from './change-info.ts'
import type { CompanyState } from '#tenant/company-state'
import type { CheckOwnPassword, PlannedRow, RowToRemove } from './planned-row.ts'
import type { Refusals } from './refusals.ts'
import type { SavedRow, SaveHook } from './save-hook.ts'
import type { Step } from './undo-step.ts'

/** A row that another one points to, in the company where it has one. */
export interface Reference {
  field: string
  target: Entity
  key: number
  /** Field that is pointed to, where it is not the key. */
  by?: string
}

/** A stored picture or sound that a row is to name. */
export interface NamedContent {
  field: string
  kind: 'image' | 'audio'
  name: string
}

interface PlanRules {
  /** Takes a name that is no field of the table out of a row that was sent; false where it does not know the name. */
  take?(planned: PlannedRow, name: string, value: unknown): boolean
  /** Key of the row that is the asker's own and opens more than others do. */
  ownKey?(actor: Actor): Key
  /** Values are checked before the row is locked, also those that change nothing. */
  isCheckedAtOnce?: true
  /** Fields that a new row needs although the table does not require them. */
  required?: readonly string[]
  /** Required fields that the server works out for a new row. */
  workedOut?: readonly string[]
  /** What takes long and needs no transaction. */
  prepare?(rows: PlannedRow[], context: { actor: Actor; checkOwnPassword: CheckOwnPassword; refusals: Refusals }): Promise<void>
}

interface ReferenceRules {
  /** Rows that a row points to from inside its values. */
  inside?(set: WireRow): Reference[]
  /** Whether a field to be written is judged elsewhere. */
  isJudgedElsewhere?(field: string, set: WireRow): boolean
  /** SQL of the rows `t` that this asker may point to. */
  pointable?(actor: Actor, company: number, binder: Binder): string[]
  /** SQL conditions by which a row `t` points to a row `k` of `target` from inside its values, with the field. */
  pointers?(target: Entity): [field: string, condition: string][]
}

interface ReadRules {
  /** The column with one text for each language of the platform; on the wire each language is a field like `field`. */
  languages?: { column: string; field: Field }
  /** SQL behind `from`, where a reader meets other rows than the stored ones. */
  source?(actor: Actor): ((binder: Binder) => string) | null
  /** SQL of the stored rows with what is closed to a reader left out; null where nothing is. */
  masked?(actor: Actor): string | null
  /** SQL conditions on the row `t` that always hold; `named` are the fields that the query names. */
  filter?(actor: Actor, binder: Binder, named: ReadonlySet<string>): string[]
  /** A field by which a typed number means rows, too, for those who read it, and SQL of their keys; `number` is a bound value. */
  numbered?: { field: string; keys(number: string): string }
  /** A saved row as its sender may see it. */
  present?(actor: Actor, row: WireRow): WireRow
}

interface DeleteRules {
  /** Refuses before anything is locked. */
  refuseEarly?(row: RowToRemove, company: CompanyState | null): void
  /** Refuses a locked row. */
  refuse?(row: RowToRemove, current: WireRow, actor: Actor): void
  /** Rows stay and are marked, so nothing that comes to point to them has to wait. */
  areKept?: true
  /** Does something else than to remove the rows; undefined where they are removed after all. */
  instead?(
    info: ChangeInfo,
  ): ((change: Change, rows: RowToRemove[], context: { actor: Actor; refusals: Refusals }) => Promise<void>) | undefined
}

interface UndoRules {
  /** What has gone out into the world or come in from it has undos of its own, if any. */
  never?: true
  /** Fields whose changes are not taken back. */
  keptFields?: readonly string[]
  /** Fields that do not come back with a deleted row. */
  lost?: readonly string[]
  /** The table whose records the rows are parts of, and the field that names them. */
  partOf?: { table: string; by: string }
  /** The steps of a change that an undo takes, of all of its tables. */
  choose?(steps: Step[]): Step[]
}

/** What a table does beyond its declaration. The domains say it for their tables; `domains/table-rules.ts` gathers it. */
export interface TableRules {
  save?: SaveHook
  /** Writes rows that are nobody else's news, past history and feed. */
  saveOutside?(change: Change, rows: SavedRow[]): Promise<void>
  plan?: PlanRules
  references?: ReferenceRules
  /** Pictures and sounds inside of values. */
  content?(field: string, value: unknown, before: unknown): NamedContent[] | undefined
  /** The table whose rows count against the limit of the company. */
  countedIn?: string
  read?: ReadRules
  delete?: DeleteRules
  undo?: UndoRules
  /** What must hold at the end of every change that touched the table, however its rows were written. */
  finish?(tx: Tx, company: number, touched: readonly Touched[]): Promise<void>
}

export type AllTableRules = Readonly<Partial<Record<string, TableRules>>>

const none: TableRules = {}
let rules: AllTableRules | undefined

/** Hands over the rules of all tables; once, before the first read or write. */
export function provideTableRules(all: AllTableRules): void {
  rules = all
}

/** The rules of a table. */
export function rulesOf({ name }: Pick<Entity, 'name'>): TableRules {
  if (!rules) throw new Error('provideTableRules was not called')
  // The name may come from outside.
  return (Object.hasOwn(rules, name) ? rules[name] : undefined) ?? none
}

export const allTableRules = (): [table: string, rules: TableRules][] =>
  Object.entries(rules ?? {}).map(([table, own]) => [table, own ?? none])
