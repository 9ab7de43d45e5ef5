import { apiError } from '@tiffin/sdk/contract'

/** Open sockets by whoever holds them: an address, a person, a device. */
export interface SocketLimits {
  /** @throws `too_many_connections` if a new socket from this address would be one too many, before it is opened */
  admit(address: string): void
  /** Counts a socket that waits for its hello; the answer is called when it no longer does. */
  waits(address: string): () => void
  /** Counts a socket of somebody who is known by now, until the answer is called. @throws `too_many_connections` */
  opens(who: string, address: string): () => void
}

export interface MostSockets {
  waiting: number
  ofAddress: number
  ofPerson: number
}

export function createSocketLimits(most: MostSockets): SocketLimits {
  const waiting = new Map<string, number>()
  const open = new Map<string, number>()
  let allWaiting = 0

  const count = (counts: Map<string, number>, key: string): (() => void) => {
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return () => {
      const left = (counts.get(key) ?? 1) - 1
      if (left === 0) counts.delete(key)
      else counts.set(key, left)
    }
  }
  const refuseAbove = (limit: number, now: number): void => {
    if (now >= limit) throw apiError('too_many_connections', { params: [limit] })
  }

  return {
    admit(address) {
      refuseAbove(most.waiting, allWaiting)
      refuseAbove(most.ofAddress, (waiting.get(address) ?? 0) + (open.get(`address ${address}`) ?? 0))
    },
    waits(address) {
      allWaiting += 1
      const done = count(waiting, address)
      return once(() => {
        allWaiting -= 1
        done()
      })
    },
    opens(who, address) {
      refuseAbove(most.ofPerson, open.get(who) ?? 0)
      const done = [count(open, who), count(open, `address ${address}`)]
      return once(() => done.forEach((end) => end()))
    },
  }
}

const once = (run: () => void): (() => void) => {
  let left = 1
  return () => {
    if (left > 0) run()
    left = 0
  }
}
