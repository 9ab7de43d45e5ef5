import { type Entity, type ImportRow, isApiError, type Multilang } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import { localized } from '#rules/text'
import type { FieldColumn } from './field-column.ts'

/** Records of one read. */
const PAGE = 1000

/**
 * Leaves out fallback texts, which exports show for a record without a text in the reader's language: imported again, the
 * English text would become a translation.
 */
export async function dropFallbacks(
  client: Pick<Client, 'Reference'>,
  entity: Entity,
  columns: readonly FieldColumn[],
  rows: readonly ImportRow[],
): Promise<ImportRow[]> {
  // A column that names its language may be an export too, unless others have the same text in other languages.
  const isOnly = (field: string): boolean => columns.filter((column) => column.field === field).length === 1
  const langs = new Map(
    columns.flatMap(({ field, lang, isReaderLanguage }) =>
      lang !== undefined && (isReaderLanguage || isOnly(field)) ? [[field, lang] as const] : [],
    ),
  )
  const keys = rows.flatMap(({ id, values }) =>
    id !== undefined && Object.keys(values).some((field) => langs.has(field)) ? [id] : [],
  )
  const records = await readRecords(client, entity, [entity.key, ...langs.keys()], keys).catch((error: unknown) => {
    // A token may import without reading.
    if (isApiError(error) && error.code === 'scope_required') return new Map<unknown, Record<string, unknown>>()
    throw error
  })
  return rows.map((row) => {
    const values = Object.entries(row.values).flatMap(([field, value]) => {
      const left = withoutFallback(value, records.get(row.id)?.[field], langs.get(field))
      return left === undefined ? [] : [[field, left] as const]
    })
    return { ...row, values: Object.fromEntries(values) }
  })
}

const isTexts = (value: unknown): value is Multilang => typeof value === 'object' && value !== null

/** The texts of a row without the fallback; undefined if none is left. */
function withoutFallback(value: unknown, stored: unknown, lang: string | undefined): unknown {
  if (lang === undefined || !isTexts(value) || !isTexts(stored)) return value
  const { [lang]: given, ...others } = value
  if (!given || stored[lang] || given !== localized(stored, lang)) return value
  return Object.keys(others).length === 0 ? undefined : others
}

async function readRecords(
  client: Pick<Client, 'Reference'>,
  { name, key }: Entity,
  include: string[],
  keys: readonly (number | string)[],
): Promise<Map<unknown, Record<string, unknown>>> {
  const found = new Map<unknown, Record<string, unknown>>()
  for (let at = 0; at < keys.length; at += PAGE) {
    const search = [{ key, op: 'in' as const, prm: keys.slice(at, at + PAGE) }]
    // oxlint-disable-next-line no-await-in-loop -- one page after another
    const { data } = await client.Reference.getData({
      tables: [{ table: name, include, search, limit: [0, PAGE], count: 'none' }],
    })
    for (const row of data[name]?.data ?? []) found.set(row[key], row)
  }
  return found
}
