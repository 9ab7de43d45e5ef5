/** Codes of languages as a text lists them. */
export const languageCodes = (value: unknown): string[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((code) => code.trim())
        .filter(Boolean)
    : []
