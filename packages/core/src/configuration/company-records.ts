import {
  apiError,
  entities,
  type Entity,
  type EntityName,
  isApiError,
  type Multilang,
  type TableQuery,
} from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import { configurationEntities, configurationFields } from '#rules/configuration'
import { titleField } from '#rules/row-title'
import { titleOf, uniqueNames } from './names.ts'

type Row = Readonly<Record<string, unknown>>

/** A record of the configuration, with its name in the file. */
export interface NamedRecord {
  key: number
  name: string
  row: Row
}

/** The configuration of a company, and the names of all records that it may refer to. */
export interface CompanyRecords {
  /** In which records are named. */
  language: string
  records: ReadonlyMap<string, readonly NamedRecord[]>
  /** Names of other tables by key. */
  names: ReadonlyMap<string, ReadonlyMap<number, string>>
}

/** More records of one table are not a configuration. */
export const MAX_RECORDS = 5000
const registry: Readonly<Record<string, Entity>> = entities

/** The company itself is one record, which can't be created. */
export const isSingle = (entity: Entity): boolean => entity.access.create === 'nobody'

/** The tables that a configuration refers to without containing them, such as countries. */
const referredTables: readonly string[] = [
  ...new Set(
    configurationEntities.flatMap((entity) => configurationFields(entity).flatMap((name) => entity.fields[name]?.to ?? [])),
  ),
].filter((table) => !configurationEntities.some(({ name }) => name === table))

/**
 * Reads everything in one snapshot, but for tables that the company's tariff does not include.
 * @param language of the names; if left out, the one that most records have
 * @throws `too_many`
 */
export async function readCompanyRecords(client: Client, company: number, language?: string): Promise<CompanyRecords> {
  const tables = [
    ...configurationEntities.map((entity): TableQuery => ({
      table: entity.name,
      include: [entity.key, 'revision', ...configurationFields(entity)],
      ...(isSingle(entity) ? { search: [{ key: entity.key, prm: company }] } : {}),
      order: [...(entity.sort === undefined ? [] : [{ field: entity.sort }]), { field: entity.key }],
      limit: [0, MAX_RECORDS],
    })),
    ...referredTables.map((table): TableQuery => {
      const { key } = registry[table] as Entity
      return { table, include: [key, titleField(table as EntityName)], order: [{ field: key }], limit: [0, MAX_RECORDS] }
    }),
  ]
  const data = await readIncluded(client, tables)
  const rowsOf = (table: string): readonly Row[] => {
    const { data: rows = [], count = 0 } = data[table] ?? {}
    if (count > MAX_RECORDS) throw apiError('too_many', { table, params: [MAX_RECORDS] })
    return rows
  }
  const used = language ?? mostUsedLanguage(rowsOf)
  return {
    language: used,
    records: new Map(
      configurationEntities
        .filter(({ name }) => name in data)
        .map((entity) => [entity.name, nameRecords(entity, rowsOf(entity.name), used)]),
    ),
    names: new Map(
      referredTables.map((table) => {
        const entity = registry[table] as Entity
        return [table, new Map(rowsOf(table).map((row) => [Number(row[entity.key]), titleOf(entity, row, used)]))]
      }),
    ),
  }
}

async function readIncluded(client: Client, tables: readonly TableQuery[]) {
  try {
    return (await client.Reference.getData({ tables: [...tables] }, { timeoutMs: 60_000 })).data
  } catch (error) {
    const included =
      isApiError(error) && error.code === 'option_required' ? tables.filter(({ table }) => table !== error.table) : []
    if (included.length === 0 || included.length === tables.length) throw error
    return readIncluded(client, included)
  }
}

/** The language in which most records have a name; English if several have as many. */
function mostUsedLanguage(rowsOf: (table: string) => readonly Row[]): string {
  const counts = new Map([['en', 0]])
  for (const entity of configurationEntities)
    for (const row of rowsOf(entity.name))
      for (const [code, text] of Object.entries((row[titleField(entity.name as EntityName)] ?? {}) as Multilang))
        if (text) counts.set(code, (counts.get(code) ?? 0) + 1)
  return (
    [...counts].toSorted(([a, n], [b, m]) => m - n || Number(b === 'en') - Number(a === 'en') || a.localeCompare(b))[0]?.[0] ??
    'en'
  )
}

function nameRecords(entity: Entity, rows: readonly Row[], language: string): NamedRecord[] {
  const names = uniqueNames(rows.map((row) => titleOf(entity, row, language)))
  return rows.map((row, at) => ({ key: Number(row[entity.key]), name: names[at] ?? '', row }))
}
