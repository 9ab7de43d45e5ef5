import { apiError, entities, type Entity, type EntityName, type TableQuery } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import { digitsOf } from '#rules/index'
import { titleField } from '#rules/row-title'

/** A table, and the field by which its records are named. */
export interface NamedBy {
  table: string
  by: string
}

/** Keys of the records with this name. */
export type FindKeys = (named: NamedBy, name: string) => readonly number[]

export const titleOf = (table: string): string => titleField(table as EntityName)
const registry: Readonly<Record<string, Entity>> = entities
const placeOf = ({ table, by }: NamedBy): string => `${table}.${by}`

/** Conditions of one read, and rows of one page. */
const PAGE = 1000
/** More records than this are not read to find some by a text in several languages. */
const MAX_READ = 50_000

/**
 * Reads the records with these names, as far as the user may see them. Phone numbers are compared by their digits, and texts in
 * several languages in each of them, ignoring case.
 * @throws `too_many`
 */
export async function findRecords(
  client: Client,
  wanted: readonly (NamedBy & { names: ReadonlySet<string> })[],
): Promise<FindKeys> {
  const found = new Map<string, Map<string, number[]>>()
  for (const { names, ...named } of wanted) {
    const keys = new Map<string, number[]>()
    const { table, by } = named
    const entity = registry[table]
    const field = entity?.fields[by]
    if (!entity || !field || names.size === 0) continue
    for await (const row of readNamed(client, entity, by, names)) {
      const value = row[by]
      const texts = typeof value === 'object' && value !== null ? Object.values(value) : [value]
      for (const text of new Set(texts.map((one) => comparable(entity, by, String(one ?? ''))))) {
        if (text !== '') keys.set(text, [...(keys.get(text) ?? []), row[entity.key] as number])
      }
    }
    found.set(placeOf(named), keys)
  }
  return (named, name) => {
    const entity = registry[named.table]
    return (entity && found.get(placeOf(named))?.get(comparable(entity, named.by, name))) ?? []
  }
}

function comparable({ fields }: Entity, by: string, text: string): string {
  const kind = fields[by]?.kind
  return kind === 'phone' ? digitsOf(text) : kind === 'multilang' ? text.trim().toLowerCase() : text.trim()
}

async function* readNamed(
  client: Client,
  entity: Entity,
  by: string,
  names: ReadonlySet<string>,
): AsyncGenerator<Record<string, unknown>> {
  const query: TableQuery = { table: entity.name, include: [entity.key, by], order: [{ field: entity.key }], count: 'none' }
  const kind = entity.fields[by]?.kind
  if (kind !== 'multilang') {
    const values = [...names].map((name) => (kind === 'phone' ? digitsOf(name) : name))
    for (let at = 0; at < values.length; at += PAGE)
      yield* readPages(client, entity, { ...query, search: [{ key: by, op: 'in', prm: values.slice(at, at + PAGE) }] })
    return
  }
  yield* readPages(client, entity, query)
}

async function* readPages(client: Client, entity: Entity, query: TableQuery): AsyncGenerator<Record<string, unknown>> {
  let after = -1
  for (let read = 0; read < MAX_READ; read += PAGE) {
    const search = [...(query.search ?? []), { key: entity.key, op: '>' as const, prm: after }]
    const { data } = await client.Reference.getData({ tables: [{ ...query, search, limit: [0, PAGE] }] })
    const rows = data[entity.name]?.data ?? []
    yield* rows
    after = Number(rows.at(-1)?.[entity.key] ?? after)
    if (rows.length < PAGE) return
  }
  throw apiError('too_many', { table: entity.name, params: [MAX_READ] })
}
