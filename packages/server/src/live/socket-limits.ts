import { apiError } from '@tiffin/sdk/contract'

/** A socket that waits for its hello, or for the response to it. */
export interface WaitingSocket {
  /** Its hello has arrived. */
  heard(): void
  /** It no longer waits. */
  done(): void
}

/** Open sockets by owner: an address, a user, a device. */
export interface SocketLimits {
  /** @throws `too_many_connections` if this address has reached its limit of authenticated sockets, before another is opened */
  admit(address: string): void
  /**
   * Counts a waiting socket. Above the limit, the oldest socket without a hello is dropped, of its address or of all.
   * Refusing new sockets instead would let anyone who opens silent sockets keep others out.
   */
  waits(address: string, drop: () => void): WaitingSocket
  /** Counts an authenticated socket until the returned function is called. @throws `too_many_connections` */
  opens(who: string, address: string): () => void
}

export interface MostSockets {
  waiting: number
  waitingOfAddress: number
  ofAddress: number
  ofPerson: number
}

interface Waiting {
  address: string
  hasSentHello: boolean
  drop: () => void
}

export function createSocketLimits(max: MostSockets): SocketLimits {
  /** In order of arrival. */
  const waiting = new Set<Waiting>()
  const open = new Map<string, number>()

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
  const dropOldest = (some: readonly Waiting[]): void => {
    const oldest = some.find(({ hasSentHello }) => !hasSentHello) ?? some[0]
    if (!oldest) return
    waiting.delete(oldest)
    oldest.drop()
  }

  return {
    admit(address) {
      refuseAbove(max.ofAddress, open.get(`address ${address}`) ?? 0)
    },
    waits(address, drop) {
      const own: Waiting = { address, hasSentHello: false, drop }
      waiting.add(own)
      const neighbours = [...waiting].filter((item) => item.address === address)
      if (neighbours.length > max.waitingOfAddress) dropOldest(neighbours)
      else if (waiting.size > max.waiting) dropOldest([...waiting])
      return {
        heard: () => void (own.hasSentHello = true),
        done: () => void waiting.delete(own),
      }
    },
    opens(who, address) {
      refuseAbove(max.ofPerson, open.get(who) ?? 0)
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
