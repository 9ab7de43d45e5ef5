/** The language codes listed in a text. */
export const languageCodes = (value: unknown): string[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((code) => code.trim())
        .filter(Boolean)
    : []
