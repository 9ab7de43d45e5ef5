import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from } from 'pg-copy-streams'
import type { Entity, Field } from '@tiffin/sdk/contract'
import { columns, isDerived, quote } from '#db/columns'

type Values = Record<string, unknown>

/** Rows sent to the database in one piece. */
const BATCH = 200

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escape = (text: string): string => text.replaceAll(/[\\\n\r\t]/g, (sign) => escapes[sign] ?? sign)

function encode(value: unknown, json: boolean): string {
  if (value === null || value === undefined) return '\\N'
  if (json || typeof value === 'object') return escape(JSON.stringify(value))
  return typeof value === 'string' ? escape(value) : JSON.stringify(value)
}

/** Streams rows into an internal table, bypassing row-level security, changes and history; returns their number. */
export async function copyInto(
  client: Client,
  table: string,
  names: readonly string[],
  json: ReadonlySet<string>,
  rows: Iterable<Values>,
): Promise<number> {
  let count = 0
  function* lines(): Generator<string> {
    let text = ''
    for (const row of rows) {
      text += `${names.map((name) => encode(row[name], json.has(name))).join('\t')}\n`
      count += 1
      if (count % BATCH !== 0) continue
      yield text
      text = ''
    }
    yield text
  }
  // COPY refuses tables whose owner is subject to policies; inside the transaction no other connection sees the unprotected
  // table.
  const { rows: forced } = await client.query('select 1 from pg_class where oid = $1::regclass and relforcerowsecurity', [
    quote(table),
  ])
  if (forced.length > 0) await client.query(`alter table ${quote(table)} no force row level security`)
  const into = client.query(from(`copy ${quote(table)} (${names.map(quote).join(', ')}) from stdin`))
  await pipeline(Readable.from(lines(), { objectMode: false }), into)
  if (forced.length > 0) await client.query(`alter table ${quote(table)} force row level security`)
  return count
}

/** Streams rows of an entity in wire form; all have the fields in `names`. */
export async function copyRows(
  client: Client,
  entity: Entity,
  names: readonly string[],
  rows: Iterable<Values>,
): Promise<number> {
  const field = (name: string): Field => entity.fields[name] as Field
  const stored = names.filter((name) => !isDerived(entity, name))
  const json = new Set(stored.filter((name) => columns[field(name).kind].type === 'jsonb'))
  const withNullValue = stored.filter((name) => field(name).nullValue !== undefined)
  function* storedRows(): Generator<Values> {
    for (const row of rows) {
      const none = withNullValue.filter((name) => row[name] === field(name).nullValue)
      yield none.length === 0 ? row : { ...row, ...Object.fromEntries(none.map((name) => [name, null])) }
    }
  }
  return copyInto(client, entity.name, stored, json, storedRows())
}
