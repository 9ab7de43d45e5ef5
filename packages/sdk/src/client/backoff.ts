/** How pauses between attempts grow, in ms. */
export interface Backoff {
  first: number
  longest: number
}

/**
 * The pause before the next attempt, in ms: doubles from `first` to `longest`; a random half of it is taken off, so that
 * clients which lost the same server do not come back in step.
 */
export function backoffDelay({ first, longest }: Backoff, failures: number, random: () => number = Math.random): number {
  const full = Math.min(longest, first * 2 ** Math.max(0, failures - 1))
  return full / 2 + (random() * full) / 2
}
