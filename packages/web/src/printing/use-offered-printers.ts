import { useQuery } from '@tanstack/react-query'
import { formatOfferedAddress } from '@tiffin/core/printing'
import { useCore } from '@tiffin/core/react'
import { readOnce } from '../queries.ts'

/** A printer of a running board, with the address that selects it in this browser. */
export interface Offered {
  address: string
  name: string
  console: string
}

const POLL_MS = 10_000
const none: readonly Offered[] = []

/** The printers of running terminal boards, polled while the component is mounted. */
export function useOfferedPrinters(): readonly Offered[] {
  const { client, session } = useCore()
  const { data = none } = useQuery({
    ...readOnce,
    queryKey: ['offered-printers', session.company()],
    async queryFn({ signal }): Promise<readonly Offered[]> {
      const { data } = await client.Print.offers({}, { signal })
      return data.printers.map((printer) => ({ ...printer, address: formatOfferedAddress(printer) }))
    },
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: true,
    meta: { failure: 'the printers of the boards are not known' },
  })
  return data
}
