import type { Entity } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import type { RightsVersion } from '#sessions/rights-version'

export type Key = number | string
/** A row in wire form, without secrets. */
export type WireRow = Record<string, unknown>

/** Who changes something, from where and why. */
export interface ChangeInfo {
  /** Null for the server itself, such as in jobs. */
  admin: number | null
  /** The only company whose rows the change may touch, in addition to platform rows; 0 for platform rows only. */
  company: number
  /** The rights that the change was checked against; it is refused if they have changed by its end. */
  rights?: RightsVersion | undefined
  app: string
  device: string
  /** Makes the change happen at most once: the key of the request and a hash of its content. */
  idempotency?: { key: string; hash: Buffer } | undefined
  /** The intent id of a move, by which it can be undone. */
  intent?: string | undefined
  undoOf?: number | undefined
  /** True once the client has disconnected; a change that needs its sender's confirmation is then rolled back. */
  isAbandoned?: (() => boolean) | undefined
}

/** The effect of a change on one row. */
export interface TouchedRow {
  entity: Entity
  key: Key
  action: 'Create' | 'Update' | 'Delete'
  before: WireRow | null
  after: WireRow | null
  /** Names of secrets that were written; rows don't contain them. */
  secrets: string[]
}

export type Lock = 'for no key update' | 'for update'

/** The only way to write rows of the registry: each call is recorded in the history and the feed. */
export interface Change {
  readonly tx: Tx
  readonly info: ChangeInfo
  /**
   * Locks rows and returns them; keys without a row (or of another company) are missing from the map. Rows to be
   * deleted are locked `for update`, so that no new reference to them appears in the meantime.
   */
  lock(entity: Entity, keys: readonly Key[], strength?: Lock): Promise<Map<Key, WireRow>>
  /** Inserts rows; omitted fields get the column default. */
  insert(entity: Entity, rows: readonly WireRow[]): Promise<WireRow[]>
  /** Writes only the given fields, and increases the revision if a non-volatile field changed. */
  update(entity: Entity, patches: readonly { key: Key; set: WireRow }[]): Promise<WireRow[]>
  remove(entity: Entity, keys: readonly Key[]): Promise<void>
  /** Notifies boards of an event whose name is not a table. It is sent together with this change. */
  announce(name: string, key: Key): void
  /** Runs part of the change; if it fails, only this part is rolled back, and the change can continue. */
  attempt<T>(work: () => Promise<T>): Promise<T>
  /** Continues the change in the company that it has just created; only from company 0. */
  setCompany(company: number): Promise<void>
}
