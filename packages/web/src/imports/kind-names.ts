import type { ImportKind } from '@tiffin/sdk/contract'
import type { PlainKey } from '@tiffin/core/i18n'

/** Names of the outcomes of a row. */
export const kindNames = {
  created: 'New',
  changed: 'Changed',
  deleted: 'Value deleted',
  unchanged: 'Unchanged',
  unknown: 'No such record',
  refused: 'Row rejected',
} as const satisfies Record<ImportKind, PlainKey>
