import { Part } from '../../ui/part.tsx'
import { AuditChange } from '../rare-parts.ts'
import type { InputProps } from './input-props.ts'

const nothing = (): void => {}

/** What a row of the audit log says, fetched with the history. */
export const AuditInput = (props: InputProps) => (
  <Part onFail={nothing}>
    <AuditChange {...props} />
  </Part>
)
