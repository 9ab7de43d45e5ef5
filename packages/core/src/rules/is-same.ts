/** Deep equality of two JSON values. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [own, other] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>]
  const names = Object.keys(own)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(own[name], other[name]))
  )
}
