/** The known word that was probably meant, if any is close enough. */
export function suggest(given: string, known: readonly string[]): string | undefined {
  const near = known
    .map((word) => ({ word, editDistance: distance(given.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, editDistance }) => editDistance <= Math.max(1, Math.floor(word.length / 3)))
    .sort((a, b) => a.editDistance - b.editDistance)
  return near[0]?.word
}

/** Optimal string alignment: a transposition, the most common typing error, counts once. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, at(i - 2, j - 2) + 1)
      ;(rows[i] as number[])[j] = best
    }
  }
  return at(a.length, b.length)
}
