import type { Entity } from '@tiffin/sdk/contract'

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
