/** More levels than any call needs; what is nested deeper only serves to exhaust a stack. */
const DEEPEST = 100

/**
 * True when all texts of a parsed JSON value, keys included, can be kept by the database, and its nesting is sensible.
 * @param textsToo false where the texts are known to be good
 */
export function isPlain(value: unknown, textsToo = true): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return false
    const next: unknown[] = []
    for (const part of level) {
      if (textsToo && typeof part === 'string' && !isStorable(part)) return false
      if (typeof part !== 'object' || part === null) continue
      if (textsToo && !Array.isArray(part) && !Object.keys(part).every(isStorable)) return false
      for (const inner of Object.values(part)) if (textsToo || typeof inner === 'object') next.push(inner)
    }
    level = next
  }
  return true
}

/** PostgreSQL knows no NUL, and UTF-8 no half of a surrogate pair. */
const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()
