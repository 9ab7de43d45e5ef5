import type { Entity } from '@tiffin/sdk/contract'
import type { Key, WireRow } from './change-info.ts'

/** The effect of one change on one row: `before` is null if it created the row, `after` if it deleted it. */
export interface Step {
  entity: Entity
  key: Key
  before: WireRow | null
  after: WireRow | null
}
