const sets = ['abcdefghijkmnopqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!#%+-=?@_'] as const
const LENGTH = 14

/** A uniformly random number below `count`. */
function pick(count: number): number {
  const max = 256 - (256 % count)
  const [byte = 0] = globalThis.crypto.getRandomValues(new Uint8Array(1))
  return byte < max ? byte % count : pick(count)
}
const item = (letters: string): string => letters[pick(letters.length)] ?? ''

/** A password of letters, digits and symbols, without look-alike characters (EDIT-31). */
export function generatePassword(): string {
  const signs = [...sets.map(item), ...Array.from({ length: LENGTH - sets.length }, () => item(sets.join('')))]
  for (let last = signs.length - 1; last > 0; last -= 1) {
    const other = pick(last + 1)
    ;[signs[last], signs[other]] = [signs[other] ?? '', signs[last] ?? '']
  }
  return signs.join('')
}
