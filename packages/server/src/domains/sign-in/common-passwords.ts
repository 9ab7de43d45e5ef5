import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * 50,000 passwords that guessers try first. Load this module on demand, not the package: the bundled command finds the exports of a
 * CommonJS package only in a static import.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  (dictionary['passwords-common'] as readonly string[]).filter((word) => word.length >= 8),
)
