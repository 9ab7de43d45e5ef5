/** Metres of a radius (EDIT-33). */
export const radiusBounds = { min: 1000, max: 200_000, step: 100 } as const

/** Codes of languages as a text lists them. */
export const languageCodes = (value: unknown): string[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((code) => code.trim())
        .filter(Boolean)
    : []
