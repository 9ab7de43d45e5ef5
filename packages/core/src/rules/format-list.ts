/** Languages in Arabic script, which has its own comma. */
const ARABIC_SCRIPT_LANGUAGE = /^(ar|ckb|fa|ps|sd|ug|ur)\b/

/**
 * Joins texts without an "and", such as the parts of an address; empty ones are left out. `Intl.ListFormat` would
 * separate them only by spaces in Russian. Names typed as shown, such as fields and codes, keep the ASCII comma.
 */
export const formatList = (texts: readonly (string | null | undefined)[], lang: string): string =>
  texts.filter(Boolean).join(ARABIC_SCRIPT_LANGUAGE.test(lang) ? '، ' : ', ')
