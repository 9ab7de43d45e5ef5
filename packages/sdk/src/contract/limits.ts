// Without schemas, so that a worker can use it without loading the contract.

export { digitsOf, normalizePhone } from './phone.ts'

/** Maximum bytes of a call as sent, except uploads. */
export const MAX_CALL_BYTES = 4 * 1024 * 1024

/** Maximum number of rows that one call saves or deletes. */
export const MAX_ROWS_PER_CALL = 10_000

/** Maximum length of one text of the dictionary. */
export const MAX_DICTIONARY_TEXT = 20_000

/** Maximum rows of an import. */
export const MAX_IMPORT_ROWS = 100_000

/** `deleted`: a changed record loses a value. `unknown`: no such record, so the row is skipped (AMB-226). */
export const importKinds = ['created', 'changed', 'deleted', 'unchanged', 'unknown', 'refused'] as const
/** Rows that applying the plan saves. */
export const savedKinds = ['created', 'changed', 'deleted'] as const satisfies (typeof importKinds)[number][]
