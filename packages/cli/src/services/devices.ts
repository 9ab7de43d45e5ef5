import { entities, type Merchant } from '@tiffin/sdk/contract'
import type { Connection } from '../connection.ts'
import { suggestionOr, notFound } from '../failure.ts'
import { readList } from '../global-options.ts'
import type { Result } from '../results/result.ts'
import { suggest } from '../suggest.ts'
import { readKey } from './find-entity.ts'
import { readRows } from './read-rows.ts'

const columns = ['device_id', 'name', 'merchants', 'last_seen', 'create', 'revoked']

/** The paired devices of the company; revoked ones only with `all`. */
export async function listDevices(connection: Connection, all: boolean): Promise<Result> {
  const { rows } = await readRows(connection, {
    table: 'device',
    ...(all ? {} : { search: [{ key: 'revoked', prm: 0 }] }),
    order: [{ field: 'name' }],
    limit: [0, 10_000],
  })
  return { rows, columns }
}

interface PairOptions {
  merchants?: string | undefined
  name?: string | undefined
  dryRun?: boolean | undefined
}

/** Confirms the device with this code; by default for all merchants of the company. */
export async function confirmDevice(connection: Connection, code: string, options: PairOptions): Promise<Result> {
  const { rows } = await readRows(connection, { table: 'merchant', include: ['merchant_id', 'name'], limit: [0, 10_000] })
  const merchants = chosenMerchants(rows as unknown as Merchant[], options.merchants)
  const name = options.name === undefined ? {} : { name: options.name }
  if (options.dryRun === true) return { rows: [{ code, ...name, merchants }], single: true }
  const { data } = await connection.client.Device.confirm({ code, merchants, ...name })
  return { rows: [data.device], columns, single: true }
}

function chosenMerchants(known: readonly Merchant[], list: string | undefined): number[] {
  if (list === undefined) return known.map(({ merchant_id }) => merchant_id)
  const namesOf = ({ name }: Merchant) => Object.values(name)
  return readList(list).map((given) => {
    const found = known.find(
      (item) => String(item.merchant_id) === given || namesOf(item).some((name) => name.toLowerCase() === given.toLowerCase()),
    )
    if (found) return found.merchant_id
    const suggestion = suggest(given, known.flatMap(namesOf))
    throw notFound('Merchant not found: %1', {
      params: [given],
      next: [suggestionOr(suggestion, 'List them: tiffin list merchant')],
    })
  })
}

/** Revokes devices at once; each has to be paired again. */
export async function revokeDevices(connection: Connection, ids: readonly string[], dryRun: boolean): Promise<Result> {
  const keys = ids.map((id) => readKey(entities.device, id))
  const rows = keys.map((device_id) => ({ device_id, revoked: 1 }))
  if (!dryRun)
    await connection.client.Reference.saveData({ tables: keys.map((id) => ({ table: 'device', id, row: { revoked: 1 } })) })
  return { rows, columns: ['device_id', 'revoked'] }
}
