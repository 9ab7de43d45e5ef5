import { describe, it } from 'vitest'

const isFull = process.env['TIFFIN_TESTS'] === 'full'
const none = Object.assign(() => {}, { each: () => () => {} })

/** All of a sweep in full; else every fourth, from `turn` on, so that four turns have had all together. */
const all = <T>(items: readonly T[], turn = 0): readonly T[] =>
  isFull ? items : items.filter((_, index) => index % 4 === turn % 4)

/** `full.it` and `full.describe` are tests of `npm run test:full` alone: they wait long, or look again at what a quick one has looked at. */
export const full = {
  is: isFull,
  it: (isFull ? it : none) as typeof it,
  describe: (isFull ? describe : none) as typeof describe,
  all,
}

/** `some.it.each` is `it.each` with every fourth row, and in full with all. */
export const some = { it: { each: ((rows: readonly unknown[]) => it.each(all(rows))) as typeof it.each } }
