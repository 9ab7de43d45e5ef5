import type { Row } from '@tiffin/core/screens'

/** What a row of the audit log holds about its change. */
export interface AuditData {
  key?: string
  before?: Row | null
  after?: Row | null
  change?: number
  company?: number
}
