import { apiError, entities, type Entity, type FieldKind, type TableQuery } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import { cleanPhone, digitsOf, type PhoneCountry, phoneSpellings } from '#rules/index'
import { comparableName, type FoundRecords, placeOf } from './found-records.ts'
import type { RequestedNames } from './read-rows.ts'

const registry: Readonly<Record<string, Entity>> = entities

/** Conditions of one read, and rows of one page. */
const PAGE = 1000
/** More records than this are not read to find some by a text in several languages. */
const MAX_READ = 50_000

type Acting = { company?: number | undefined; signal?: AbortSignal | undefined }

/**
 * Reads the records with these names, as far as the user may see them. Phone numbers are compared in any spelling, and texts in
 * several languages in each of them, ignoring case.
 * @throws `too_many`
 */
export async function findRecords(
  client: Pick<Client, 'Reference'>,
  requested: readonly RequestedNames[],
  acting: Acting = {},
): Promise<FoundRecords> {
  const found = new Map<string, ReadonlyMap<string, readonly number[]>>()
  for (const [place, columns] of Map.groupBy(requested, placeOf)) {
    const [query] = columns
    const names = [...new Set(columns.flatMap((column) => column.names))]
    const entity = query && registry[query.table]
    if (!entity || names.length === 0) continue
    const keys = new Map<string, Set<number>>()
    for await (const row of readNamed(client, entity, { ...query, names }, acting)) {
      const value = row[query.by]
      const texts = typeof value === 'object' && value !== null ? Object.values(value) : [value]
      for (const text of texts.map((item) => comparableName(query, String(item ?? '')))) {
        if (text !== '') keys.set(text, (keys.get(text) ?? new Set()).add(row[entity.key] as number))
      }
    }
    found.set(place, new Map(Array.from(keys, ([text, ids]) => [text, [...ids]])))
  }
  return found
}

/** All ways in which a phone may be stored. */
const spellingsOf = (phone: string, country: PhoneCountry | undefined): string[] => [
  digitsOf(phone),
  ...phoneSpellings(cleanPhone(phone, country), country),
]

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The value to search for; none if no record can have it, because one such value would refuse the whole search. */
function valuesOf(name: string, kind: FieldKind): (string | number)[] {
  if (kind === 'id' || kind === 'int') return /^-?\d{1,15}$/.test(name) ? [Number(name)] : []
  return (kind === 'uuid' ? uuid.test(name) : !name.includes('\0') && name.isWellFormed()) ? [name] : []
}

async function* readNamed(
  client: Pick<Client, 'Reference'>,
  entity: Entity,
  { by, kind, country, names }: RequestedNames,
  acting: Acting,
): AsyncGenerator<Record<string, unknown>> {
  const query: TableQuery = { table: entity.name, include: [entity.key, by], order: [{ field: entity.key }], count: 'none' }
  if (kind !== 'multilang') {
    const values = [...new Set(names.flatMap((name) => (kind === 'phone' ? spellingsOf(name, country) : valuesOf(name, kind))))]
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
