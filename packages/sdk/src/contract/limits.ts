// Without other imports, so that a worker can use them without loading the contract.

/** Maximum bytes of a call as sent, except uploads. */
export const MAX_CALL_BYTES = 4 * 1024 * 1024

/** Maximum number of rows that one call saves or deletes. */
export const MAX_ROWS_PER_CALL = 10_000

/** Maximum length of one text of the dictionary. */
export const MAX_DICTIONARY_TEXT = 20_000
