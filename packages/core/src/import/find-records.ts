import { apiError, entities, type Entity, type TableQuery } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import { digitsOf } from '#rules/index'
import { comparableName, type FoundRecords, placeOf } from './found-records.ts'
import type { WantedNames } from './read-rows.ts'

const registry: Readonly<Record<string, Entity>> = entities

/** Conditions of one read, and rows of one page. */
const PAGE = 1000
/** More records than this are not read to find some by a text in several languages. */
const MAX_READ = 50_000

type Acting = { company?: number | undefined; signal?: AbortSignal | undefined }

/**
 * Reads the records with these names, as far as the user may see them. Phone numbers are compared by their digits, and texts in
 * several languages in each of them, ignoring case.
 * @throws `too_many`
 */
export async function findRecords(
  client: Pick<Client, 'Reference'>,
  wanted: readonly WantedNames[],
  acting: Acting = {},
): Promise<FoundRecords> {
  const found = new Map<string, Map<string, number[]>>()
  for (const { names, ...named } of wanted) {
    const keys = new Map<string, number[]>()
    const entity = registry[named.table]
    if (!entity || names.length === 0) continue
    for await (const row of readNamed(client, entity, { ...named, names }, acting)) {
      const value = row[named.by]
      const texts = typeof value === 'object' && value !== null ? Object.values(value) : [value]
      for (const text of new Set(texts.map((one) => comparableName(named, String(one ?? ''))))) {
        if (text !== '') keys.set(text, [...(keys.get(text) ?? []), row[entity.key] as number])
      }
    }
    found.set(placeOf(named), keys)
  }
  return found
}

async function* readNamed(
  client: Pick<Client, 'Reference'>,
  entity: Entity,
  { by, kind, names }: WantedNames,
  acting: Acting,
): AsyncGenerator<Record<string, unknown>> {
  const query: TableQuery = { table: entity.name, include: [entity.key, by], order: [{ field: entity.key }], count: 'none' }
  if (kind !== 'multilang') {
    const values = names.map((name) => (kind === 'phone' ? digitsOf(name) : name))
    for (let at = 0; at < values.length; at += PAGE)
      yield* readPages(client, entity, { ...query, search: [{ key: by, op: 'in', prm: values.slice(at, at + PAGE) }] }, acting)
    return
  }
  yield* readPages(client, entity, query, acting)
}

async function* readPages(
  client: Pick<Client, 'Reference'>,
  entity: Entity,
  query: TableQuery,
  { company, signal }: Acting,
): AsyncGenerator<Record<string, unknown>> {
  const options = { ...(company === undefined ? {} : { company }), ...(signal ? { signal } : {}) }
  let after = -1
  for (let read = 0; read < MAX_READ; read += PAGE) {
    const search = [...(query.search ?? []), { key: entity.key, op: '>' as const, prm: after }]
    const { data } = await client.Reference.getData({ tables: [{ ...query, search, limit: [0, PAGE] }] }, options)
    const rows = data[entity.name]?.data ?? []
    yield* rows
    after = Number(rows.at(-1)?.[entity.key] ?? after)
    if (rows.length < PAGE) return
  }
  throw apiError('too_many', { table: entity.name, params: [MAX_READ] })
}
