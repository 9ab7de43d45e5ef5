/** Languages written in Arabic letters, which have a comma of their own. */
const ARABIC_LETTERS = /^(ar|ckb|fa|ps|sd|ug|ur)\b/

/**
 * Texts in a row without an "and", such as the parts of an address; empty ones are left out. `Intl.ListFormat` would part
 * them by nothing but a space in Russian. Names that are typed as they are read, such as fields and codes, keep their comma.
 */
export const formatList = (texts: readonly (string | null | undefined)[], lang: string): string =>
  texts.filter(Boolean).join(ARABIC_LETTERS.test(lang) ? '، ' : ', ')
