/**
 * Coordinates while they are typed. A single missing one is null, which the field refuses; if both are missing, the
 * value is null.
 */
export function setCoordinate(coords: unknown, index: 0 | 1, text: string): (number | null)[] | null {
  const next = Array.isArray(coords) ? coords.slice(0, 2) : [null, null]
  next[index] = text === '' ? null : Number(text)
  return next.every((number) => number === null) ? null : next
}
