import { useEffect, useState } from 'react'
import { addressOfOffered } from '@tiffin/core/printing'
import { useCore } from '@tiffin/core/react'

/** A printer of a running board, with the address by which this browser chooses it. */
export interface Offered {
  address: string
  name: string
  console: string
}

const AGAIN_MS = 10_000

/** The printers of the terminal boards that run now, asked for again and again while somebody looks. */
export function useOffered(): readonly Offered[] {
  const { client, ports } = useCore()
  const [offered, setOffered] = useState<readonly Offered[]>([])
  useEffect(() => {
    const ended = new AbortController()
    let cancel = (): void => {}
    async function ask(): Promise<void> {
      try {
        const { data } = await client.Print.offers({}, { signal: ended.signal })
        setOffered(data.printers.map((one) => ({ ...one, address: addressOfOffered(one) })))
      } catch (error) {
        if (!ended.signal.aborted) ports.log('the printers of the boards are not known', error)
      }
      if (!ended.signal.aborted) cancel = ports.clock.after(AGAIN_MS, () => void ask())
    }
    void ask()
    return () => {
      ended.abort()
      cancel()
    }
  }, [client, ports])
  return offered
}
