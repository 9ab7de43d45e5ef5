import { LazyBoundary } from '../../ui/lazy-boundary.tsx'
import { AuditChange, AuditRecordLink } from '../rare-components.ts'
import type { InputProps } from './input-props.ts'

const nothing = (): void => {}

/** The change of an audit log row, loaded with the history. */
export const AuditInput = (props: InputProps) => (
  <LazyBoundary onFail={nothing}>
    <AuditChange {...props} />
  </LazyBoundary>
)

/** The record of an audit log row. */
export const AuditRecordInput = (props: InputProps) => (
  <LazyBoundary onFail={nothing}>
    <AuditRecordLink {...props} />
  </LazyBoundary>
)
