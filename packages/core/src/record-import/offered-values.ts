import { entities, type Entity, type EntityName } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import { fieldsForTitle, rowTitle } from '#rules/index'
import type { ReadColumn } from '../import/read-rows.ts'
import { choiceLabels } from '../screens/export.ts'
import type { Translate } from '#i18n/create-i18n'

/** A value of a choice, or the key of a record, with its display name. */
export interface OfferedValue {
  value: string | number
  name: string
}

/** More records than this are not offered in one list. */
const MAX_OFFERED = 500

/** Values to choose from for a text of this column; null if there are too many records. */
export async function offeredValues(
  column: ReadColumn,
  options: { entity: Entity; client: Pick<Client, 'Reference'>; t: Translate; lang: string; company?: number | undefined },
): Promise<OfferedValue[] | null> {
  const { entity, client, t, lang, company } = options
  const to = column.named?.table as EntityName | undefined
  if (to === undefined)
    return Object.entries(choiceLabels(entity, column.field, t) ?? {}).map(([value, name]) => ({ value, name }))
  const { key, fields }: Entity = entities[to]
  const include = [key, ...fieldsForTitle(to).filter((name) => name in fields)]
  const { data } = await client.Reference.getData(
    { tables: [{ table: to, include: [...new Set(include)], limit: [0, MAX_OFFERED + 1] }] },
    company === undefined ? {} : { company },
  )
  const rows = data[to]?.data ?? []
  if (rows.length > MAX_OFFERED) return null
  return rows
    .map((row) => ({ value: row[key] as number, name: rowTitle(row, lang) || String(row[key]) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, lang))
}
