import type { Entity } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'

export type Key = number | string
/** A row in the form in which it travels; secrets are left out. */
export type WireRow = Record<string, unknown>

/** Who changes something, from where and on what grounds. */
export interface ChangeInfo {
  /** Null when the server itself acts, as jobs do. */
  admin: number | null
  /** The one company that the change may touch besides the platform's rows; 0 for these alone. */
  company: number
  app: string
  device: string
  /** Makes the change happen at most once: the key of the request and a hash of all that it asked for. */
  idempotency?: { key: string; hash: Buffer } | undefined
  /** The intent of a move, by which it can be undone. */
  intent?: string | undefined
  undoOf?: number | undefined
  /** True once the client has hung up; a change that only its sender can confirm is then rolled back. */
  isGivenUp?: (() => boolean) | undefined
}

/** What one change did to one row. */
export interface Touched {
  entity: Entity
  key: Key
  action: 'Create' | 'Update' | 'Delete'
  before: WireRow | null
  after: WireRow | null
  /** Secrets that were written; rows do not carry them. */
  secrets: string[]
}

export type Lock = 'for no key update' | 'for update'

/** The only way to write rows of the registry: each call ends in the history and in the feed. */
export interface Change {
  readonly tx: Tx
  readonly info: ChangeInfo
  /**
   * Locks rows and gives them as they are; keys without a row (or of another company) are missing from the map. Rows that
   * shall go are locked `for update`, so that nobody comes to point to them meanwhile.
   */
  lock(entity: Entity, keys: readonly Key[], strength?: Lock): Promise<Map<Key, WireRow>>
  /** Inserts rows; fields that are left out get the column's default. */
  insert(entity: Entity, rows: readonly WireRow[]): Promise<WireRow[]>
  /** Writes the named fields only, and raises the revision where something other than a volatile field changed. */
  update(entity: Entity, patches: readonly { key: Key; set: WireRow }[]): Promise<WireRow[]>
  remove(entity: Entity, keys: readonly Key[]): Promise<void>
  /** Tells boards of something about a row, under a name that is no table; goes out with the news of this change. */
  announce(name: string, key: Key): void
  /** Makes the company that this change brings into being the one it works on from here; only from company 0. */
  enter(company: number): Promise<void>
}
