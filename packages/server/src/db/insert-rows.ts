import type { Client } from 'pg'
import type { Entity, Field } from '@tiffin/sdk/contract'
import { columns, quote } from './columns.ts'

/** Inserts seed rows, given in wire form. Records no change and no history. */
export async function insertRows(
  client: Pick<Client, 'query'>,
  entity: Entity,
  rows: readonly Record<string, unknown>[],
  options: { skipExisting?: boolean } = {},
): Promise<void> {
  for (const group of Map.groupBy(rows, (row) => Object.keys(row).join()).values()) {
    const names = Object.keys(group[0] ?? {})
    const list = names.map(quote).join(', ')
    const types = names.map((name) => `${quote(name)} ${columns[(entity.fields[name] as Field).kind].type}`).join(', ')
    await client.query(
      `insert into ${quote(entity.name)} (${list}) select ${list} from jsonb_to_recordset($1::jsonb) as r(${types})
       ${options.skipExisting === true ? 'on conflict do nothing' : ''}`,
      [JSON.stringify(group)],
    )
  }
}
