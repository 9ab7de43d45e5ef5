import { type ApiError, apiError, type ErrorCode } from '@tiffin/sdk/contract'
import { refusedValue } from './save-plan.ts'
import type { PlannedRow } from './planned-row.ts'

const codes: Record<string, ErrorCode> = {
  '23505': 'duplicate',
  '23503': 'bad_reference',
  '23502': 'required',
  '23514': 'invalid_value',
  '22001': 'invalid_value',
  '22003': 'invalid_value',
  '22007': 'invalid_value',
  '22008': 'invalid_value',
  '22P02': 'invalid_value',
  '22P05': 'invalid_value',
}

/** Turns a violated constraint into a contract error; null for any other error. */
export function toConstraintError(error: unknown, rows: readonly Pick<PlannedRow, 'entity' | 'index'>[]): ApiError | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  const code = codes[String(error.code)]
  if (!code) return null
  const taken = takenField(error, rows)
  if (taken) return Object.assign(taken, { cause: error })
  const table = 'table' in error && typeof error.table === 'string' ? error.table : rows[0]?.entity.name
  const own = rows.filter(({ entity }) => entity.name === table)
  const fields = 'constraint' in error && own[0] ? fieldsOf(own[0], String(error.constraint)) : undefined
  const details = { table, row: own.length === 1 ? own[0]?.index : undefined, field: fields, params: [fields ?? table ?? ''] }
  return Object.assign(apiError(code, details), { cause: error })
}

/** The only `distinct` values so far are store domains. */
export const refusedDomain = (row: Pick<PlannedRow, 'entity' | 'index'>, field: string): ApiError =>
  refusedValue(row, field, { code: 'duplicate', text: 'This store domain is already in use. Choose another one.' })

/** A value that may belong to another company: the message does not say whose. */
function takenField(error: Error, rows: readonly Pick<PlannedRow, 'entity' | 'index'>[]): ApiError | undefined {
  const constraint = 'constraint' in error ? String(error.constraint) : ''
  for (const row of rows) {
    const field = row.entity.distinct?.find((name) => constraint === `${row.entity.name}_${name}_distinct`)
    if (field !== undefined) return refusedDomain(row, field)
  }
  return undefined
}

/** Constraints are named after their table and fields. */
function fieldsOf({ entity }: Pick<PlannedRow, 'entity'>, constraint: string): string | undefined {
  const named = (entity.unique ?? []).flat().find((name) => constraint.includes(name))
  return (
    named ??
    Object.keys(entity.fields).find(
      (name) => constraint === `${entity.name}_${name}_reference` || constraint === `${entity.name}_${name}_check`,
    )
  )
}
