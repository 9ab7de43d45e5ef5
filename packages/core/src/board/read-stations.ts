import type { CallOptions, Client } from '@tiffin/sdk/client'
import { stationsOf } from '#rules/index'

/** How many of the latest orders are searched for stations. */
const MAX_READ = 100

/** The stations of the company's latest orders: products are stored in another system, so no others are known. */
export async function readStations(client: Client, options: CallOptions = {}): Promise<string[]> {
  const { data } = await client.Reference.getData(
    {
      tables: [
        {
          table: 'order',
          mode: 'board',
          include: ['cart'],
          order: [{ field: 'order_id', dir: 'desc' }],
          limit: [0, MAX_READ],
          count: 'none',
        },
      ],
    },
    options,
  )
  return stationsOf((data['order']?.data ?? []).map(({ cart }) => cart))
}
