import { apiError } from '@tiffin/sdk/contract'

interface Spent {
  bytes: number
  /** In ms. */
  at: number
}

export interface ByteAllowance {
  /** @throws `rate_limited` with the seconds to wait */
  take(who: string, bytes: number): void
  /** Counts bytes that were sent before their number was known. */
  add(who: string, bytes: number): void
}

/** Limits the bytes that each user sends: `most` at once, and then as many as `perSecond` gives back. */
export function byteAllowance(
  { most, perSecond }: { most: number; perSecond: number },
  now: () => number = () => performance.now(),
): ByteAllowance {
  const users = new Map<string, Spent>()
  const left = ({ bytes, at }: Spent): number => Math.max(0, bytes - ((now() - at) / 1000) * perSecond)
  const spent = (who: string): number => {
    const own = users.get(who)
    return own ? left(own) : 0
  }
  const add = (who: string, bytes: number): void => void users.set(who, { bytes: spent(who) + bytes, at: now() })
  return {
    take(who, bytes) {
      for (const [other, one] of users) if (left(one) === 0) users.delete(other)
      const over = spent(who) + bytes - most
      if (over > 0) throw apiError('rate_limited', { params: [Math.ceil(over / perSecond)] })
      add(who, bytes)
    },
    add,
  }
}
