/** The value below which the given share of the samples lies (nearest rank). */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5)

/** Duration of some work in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Milliseconds of each of `rounds` runs, after a discarded warm-up; slow work stops after 5 runs or 6 s. */
export async function sample(rounds: number, work: (round: number) => Promise<unknown>, warmUp = 3): Promise<number[]> {
  for (let round = 0; round < warmUp; round += 1) await work(round)
  const samples: number[] = []
  const enough = performance.now() + 6000
  for (let round = 0; round < rounds && (round < 5 || performance.now() < enough); round += 1)
    samples.push(await timed(() => work(warmUp + round)))
  return samples
}

export interface Pair {
  a: number
  b: number
  /** Median of the ratios a/b of neighbouring runs, because a slow phase of the machine affects both. */
  ratio: number
}

/** Runs two pieces of work alternately (A B, then B A) and compares their medians. */
export async function compare(
  rounds: number,
  a: (round: number) => Promise<unknown>,
  b: (round: number) => Promise<unknown>,
  warmUp = 5,
): Promise<Pair> {
  const as: number[] = []
  const bs: number[] = []
  for (let round = -warmUp; round < rounds; round += 1) {
    const first = round % 2 === 0
    const item = await timed(() => (first ? a : b)(round + warmUp))
    const other = await timed(() => (first ? b : a)(round + warmUp))
    if (round < 0) continue
    as.push(first ? item : other)
    bs.push(first ? other : item)
  }
  return { a: median(as), b: median(bs), ratio: median(as.map((value, index) => value / (bs[index] as number))) }
}
