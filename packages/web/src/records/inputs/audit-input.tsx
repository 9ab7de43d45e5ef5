import { Part } from '../../ui/part.tsx'
import { AuditChange, AuditRecordLink } from '../rare-parts.ts'
import type { InputProps } from './input-props.ts'

const nothing = (): void => {}

/** The change of an audit log row, loaded with the history. */
export const AuditInput = (props: InputProps) => (
  <Part onFail={nothing}>
    <AuditChange {...props} />
  </Part>
)

/** The record of an audit log row. */
export const AuditRecordInput = (props: InputProps) => (
  <Part onFail={nothing}>
    <AuditRecordLink {...props} />
  </Part>
)
