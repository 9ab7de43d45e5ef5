import { Client } from 'pg'
import { type Entity, entities, platformSeeds } from '@tiffin/sdk/contract'
import { quote } from './columns.ts'
import { insertRows } from './insert-rows.ts'

/** Two processes may start at once: the second one waits here until the first has finished. */
const LOCK = 7_305_117_203
/** Keys up to here belong to the rows that releases bring; rows that people make come after them. */
const RESERVED = 1000

/**
 * Inserts the rows of an empty platform: lookups, countries, languages, tariffs, periods, settings. Each row is brought
 * once: rows that were edited or deleted since stay as they are, those that a later release adds come in.
 * @param ownerUrl connection of the role `tiffin_owner`; another role may only find that nothing is missing
 * @returns how many rows were brought now
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
      // Lookups point to each other, such as tariffs to statuses.
      if (count === 0) await client.query('set constraints all deferred')
      await insertRows(client, entity, missing, { skipExisting: true })
      await client.query('insert into seeded_row (table_name, row_key) select $1, unnest($2::text[])', [
        name,
        missing.map((row) => String(row[entity.key])),
      ])
      await moveSequence(client, entity, RESERVED)
      count += missing.length
    }
    await client.query('commit')
    return count
  } finally {
    await client.end()
  }
}

/** Lets the next key of a table come after all that it has, and after `least`. */
export async function moveSequence(client: Pick<Client, 'query'>, entity: Entity, least = 1): Promise<void> {
  if (entity.fields[entity.key]?.kind !== 'id') return
  await client.query(
    `select setval(s, greatest($1::bigint, (select max(${quote(entity.key)}) from ${quote(entity.name)}), coalesce(pg_sequence_last_value(s), 0)))
     from (select pg_get_serial_sequence($2, $3)::regclass as s) sequence`,
    [least, quote(entity.name), entity.key],
  )
}
