/** Pseudo-random numbers, the same for the same seed. */
export interface Random {
  /** From 0 up to but not including 1. */
  next(): number
  /** Whole number, both bounds included. */
  int(from: number, to: number): number
  between(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** One item of a list, with probability proportional to its weight. */
  weighted<T>(list: readonly T[], weight: (item: T) => number): T
}

/** A separate generator (mulberry32), because Math.random can't be seeded. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  const first = <T>(list: readonly T[], index: number): T => {
    if (list.length === 0) throw new RangeError('Nothing to choose from')
    return list[index] as T
  }
  return {
    next,
    int,
    between: (from, to) => from + next() * (to - from),
    chance: (probability) => next() < probability,
    pick: (list) => first(list, int(0, list.length - 1)),
    weighted(list, weight) {
      let left = next() * list.reduce((sum, item) => sum + weight(item), 0)
      const index = list.findIndex((item) => (left -= weight(item)) < 0)
      return first(list, index < 0 ? list.length - 1 : index)
    },
  }
}
