import type { Entity } from '@tiffin/sdk/contract'
import type { Key, WireRow } from './change-info.ts'

/** What one change did to one row: `before` is null where it made the row, `after` where it deleted it. */
export interface Step {
  entity: Entity
  key: Key
  before: WireRow | null
  after: WireRow | null
}
