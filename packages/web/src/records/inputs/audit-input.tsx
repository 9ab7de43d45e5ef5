import { Part } from '../../ui/part.tsx'
import { AuditChange, AuditRecordLink } from '../rare-parts.ts'
import type { InputProps } from './input-props.ts'

const nothing = (): void => {}

/** What a row of the audit log says, fetched with the history. */
export const AuditInput = (props: InputProps) => (
  <Part onFail={nothing}>
    <AuditChange {...props} />
  </Part>
)

/** Which record a row of the audit log is about. */
export const AuditRecordInput = (props: InputProps) => (
  <Part onFail={nothing}>
    <AuditRecordLink {...props} />
  </Part>
)
