/** How delays between attempts grow, in ms. */
export interface Backoff {
  first: number
  longest: number
}

/**
 * The delay before the next attempt, in ms. It doubles from `first` to `longest`, minus a random part of up to half, so that
 * clients that lost the same server don't reconnect all at once.
 */
export function backoffDelay({ first, longest }: Backoff, failures: number, random: () => number = Math.random): number {
  const full = Math.min(longest, first * 2 ** Math.max(0, failures - 1))
  return full / 2 + (random() * full) / 2
}
