import { describe, it } from 'vitest'

const isFull = process.env['TIFFIN_TESTS'] === 'full'
const none = Object.assign(() => {}, { each: () => () => {} })

/** All items in a full run; otherwise every fourth, starting at `turn`, so that four turns cover all. */
const all = <T>(items: readonly T[], turn = 0): readonly T[] =>
  isFull ? items : items.filter((_, index) => index % 4 === turn % 4)

/** Tests that run only in `npm run test:full`: slow ones, or more thorough versions of quick ones. */
export const fullRunOnly = {
  is: isFull,
  it: (isFull ? it : none) as typeof it,
  describe: (isFull ? describe : none) as typeof describe,
  all,
}

/** `sampled.it.each` is `it.each` with every fourth row, and with all in a full run. */
export const sampled = { it: { each: ((rows: readonly unknown[]) => it.each(all(rows))) as typeof it.each } }
