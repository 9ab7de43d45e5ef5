import { apiError } from '@tiffin/sdk/contract'

interface Spent {
  bytes: number
  /** In ms. */
  at: number
}

/**
 * How much each user may send: `most` bytes at once, and then as many as `perSecond` gives back.
 * @throws `rate_limited` with the seconds to wait
 */
export function byteAllowance(
  { most, perSecond }: { most: number; perSecond: number },
  now: () => number = () => performance.now(),
): (who: string, bytes: number) => void {
  const users = new Map<string, Spent>()
  const left = ({ bytes, at }: Spent): number => Math.max(0, bytes - ((now() - at) / 1000) * perSecond)
  return (who, bytes) => {
    for (const [other, spent] of users) if (left(spent) === 0) users.delete(other)
    const spent = users.get(who)
    const total = (spent ? left(spent) : 0) + bytes
    if (total > most) throw apiError('rate_limited', { params: [Math.ceil((total - most) / perSecond)] })
    users.set(who, { bytes: total, at: now() })
  }
}
