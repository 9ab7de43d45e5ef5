import { Client } from 'pg'
import { type Entity, entities, platformSeeds } from '@tiffin/sdk/contract'
import { quote } from './columns.ts'
import { insertRows } from './insert-rows.ts'

/** If two processes start together, the second waits here for the first. */
const LOCK = 7_305_117_203
/** Keys up to this one are reserved for releases; rows created by users come after them. */
const RESERVED = 1000

/**
 * Inserts the rows of an empty platform: lookups, countries, languages, tariffs, periods, settings. Each row is inserted
 * only once: edited or deleted rows stay that way, and rows of later releases are added.
 * @param ownerUrl connection of the role `tiffin_owner`; any other role works only if nothing is missing
 * @returns the number of inserted rows
 */
export async function ensurePlatform(ownerUrl: string): Promise<number> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'tiffin seed' })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const { rows } = await client.query<{ table_name: string; row_key: string }>('select table_name, row_key from seeded_row')
    const brought = new Set(rows.map((row) => `${row.table_name}/${row.row_key}`))
    let count = 0
    for (const [name, seeds] of Object.entries(platformSeeds())) {
      const entity: Entity = (entities as Record<string, Entity>)[name] as Entity
      const missing = (seeds as Record<string, unknown>[]).filter((row) => !brought.has(`${name}/${String(row[entity.key])}`))
      if (missing.length === 0) continue
      // Lookups refer to each other, such as tariffs to statuses.
      if (count === 0) await client.query('set constraints all deferred')
      await insertRows(client, entity, missing, { skipExisting: true })
      await client.query('insert into seeded_row (table_name, row_key) select $1, unnest($2::text[])', [
        name,
        missing.map((row) => String(row[entity.key])),
      ])
      await advanceSequence(client, entity, RESERVED)
      count += missing.length
    }
    await client.query('commit')
    return count
  } finally {
    await client.end()
  }
}

/** Moves the sequence of a table past its highest key, and past `min`. */
export async function advanceSequence(client: Pick<Client, 'query'>, entity: Entity, min = 1): Promise<void> {
  if (entity.fields[entity.key]?.kind !== 'id') return
  await client.query(
    `select setval(s, greatest($1::bigint, (select max(${quote(entity.key)}) from ${quote(entity.name)}), coalesce(pg_sequence_last_value(s), 0)))
     from (select pg_get_serial_sequence($2, $3)::regclass as s) sequence`,
    [min, quote(entity.name), entity.key],
  )
}
