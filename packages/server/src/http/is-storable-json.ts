/** More levels than any call needs; deeper nesting only serves to exhaust the stack. */
const MAX_DEPTH = 100

/**
 * True if the database can store all texts of a parsed JSON value, including keys, and its nesting is sensible.
 * @param checkTexts false if the texts are known to be valid
 */
export function isStorableJson(value: unknown, checkTexts = true): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return false
    const next: unknown[] = []
    for (const part of level) {
      if (checkTexts && typeof part === 'string' && !isStorable(part)) return false
      if (typeof part !== 'object' || part === null) continue
      if (checkTexts && !Array.isArray(part) && !Object.keys(part).every(isStorable)) return false
      for (const inner of Object.values(part)) if (checkTexts || typeof inner === 'object') next.push(inner)
    }
    level = next
  }
  return true
}

/** PostgreSQL can't store NUL, and UTF-8 can't encode a lone surrogate. */
const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()
