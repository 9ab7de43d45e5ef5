import type { ImportRow } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import { describeColumns, type ReadingOptions } from './describe-columns.ts'
import { dropFallbacks } from './drop-fallbacks.ts'
import { findRecords } from './find-records.ts'
import type { ColumnMatch } from './match-columns.ts'
import type { Records } from './read-records.ts'
import { readRows, requestedNames } from './read-rows.ts'

export type MapOptions = ReadingOptions & { client: Client }

/** The rows of a file in wire form, for `Import/rows`, read in this thread. @throws `no_key_column` */
export async function mapRows(
  records: Records,
  { columns }: ColumnMatch,
  { client, ...options }: MapOptions,
): Promise<ImportRow[]> {
  const reading = describeColumns(columns, options)
  const rows = readRows(records, reading, await findRecords(client, requestedNames(records, reading)))
  return dropFallbacks(client, options.entity, columns, rows)
}
