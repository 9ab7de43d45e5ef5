import { type Actor, joinedFields } from '@tiffin/core/rules'
import { entities, type Entity, type ParsedTableQuery } from '@tiffin/sdk/contract'
import { companyColumn, projection, quote } from '#db/columns'
import { cacheByActor } from './cache-by-actor.ts'
import { type OpenField, unknownField, type View } from './view.ts'

const registry: Record<string, Entity> = entities

export interface ShownOptions {
  /** Languages that are fields of the dictionary. */
  languages: readonly string[]
  /** Returns timestamps as seconds since 1970; formatting them for the wire costs the database four times as much. */
  momentsAsSeconds?: boolean
}

export interface ShownSql {
  /** SQL of the joined tables. */
  joins: string
  /** SQL of the columns of a row in wire form. */
  columns: string
}

const cached = cacheByActor<ShownSql>()

interface Choice {
  options: ShownOptions
  open: (name: string) => OpenField
  group: readonly OpenField[] | null
  sums: readonly { name: string }[]
}

/**
 * The part of a row that a reader is shown. It contains no values, so its long SQL is compiled once for each actor and
 * choice of fields.
 * @throws `unknown_field`
 */
export function compileShownColumns(actor: Actor, view: View, query: ParsedTableQuery, how: Choice): ShownSql {
  const { table, mode, include, join, parse, group, statistic } = query
  const { languages, momentsAsSeconds } = how.options
  const choice = [table, mode === 'board', include, join, parse, group, group && statistic, languages, momentsAsSeconds]
  return cached(actor, choice, () => compileShown(actor, view, query, how))
}

function compileShown(actor: Actor, view: View, query: ParsedTableQuery, { options, open, group, sums }: Choice): ShownSql {
  const names = query.include ?? (group ? group.map(({ name }) => name) : [...view.fields.keys()])
  const included = [...new Set(names)].map(open)
  const joined = joinTables(actor, view, query, group !== null)
  const stray = [...included.map(({ name }) => name), ...(query.join ?? []), ...(query.parse ?? [])].find(
    (name) => group !== null && !group.some((g) => g.name === name),
  )
  if (stray !== undefined) throw unknownField(query.table, stray)
  const columns = [
    ...included.map((open) => `${outputOf(open, options)} as ${quote(open.name)}`),
    ...joined.columns,
    ...(group ? groupColumns(sums) : []),
  ]
  return { joins: joined.joins.join(' '), columns: columns.join(', ') }
}

const outputOf = ({ field, column, out, value }: OpenField, { momentsAsSeconds }: ShownOptions): string =>
  momentsAsSeconds && column && field.kind === 'moment' ? `date_part('epoch', ${value('t')})` : out('t')

const groupColumns = (sums: readonly { name: string }[]): string[] => [
  't."~count" as count',
  ...(sums.length > 0
    ? [`json_build_object(${sums.map(({ name }, index) => `'${name}', t."~sum${index}"`).join(', ')}) as statistic`]
    : []),
]

function joinTables(
  actor: Actor,
  { entity, fields }: View,
  { mode, join = [], parse = [] }: Pick<ParsedTableQuery, 'mode' | 'join' | 'parse'>,
  isGrouped: boolean,
): { joins: string[]; columns: string[] } {
  const joins: string[] = []
  const columns: string[] = []
  for (const name of new Set(join)) {
    const declared = entity.joins[name]
    const open = fields.get(name)
    if (!declared || !open || open.field.kind !== 'reference') throw unknownField(entity.name, name)
    const row = `j${joins.length + 1}`
    const requested = mode === 'board' ? [...declared.fields, ...(declared.board ?? [])] : declared.fields
    const { target, object } = projectFields(actor, entity, open, requested, row)
    const same = sameRow(entity, target, row, open.value('t'), isGrouped)
    // `offset 0` keeps the subquery, so that a row referenced by many is written as JSON once and memoized.
    joins.push(
      `left join lateral (select ${object} as shown from ${quote(target.name)} ${row} where ${same} offset 0) ${row} on true`,
    )
    columns.push(`${row}.shown as ${quote(declared.as)}`)
  }
  for (const name of new Set(parse)) {
    const open = fields.get(name)
    if (!open || open.field.kind !== 'referenceList') throw unknownField(entity.name, name)
    const wanted = entity.joins[name]?.fields ?? parsedFields(open)
    const { target, object } = projectFields(actor, entity, open, wanted, 'p')
    columns.push(
      `(select coalesce(json_agg(${object} order by e.n), '[]') from jsonb_array_elements_text(${open.value('t')})
        with ordinality e(id, n) join ${quote(target.name)} p on ${sameRow(entity, target, 'p', 'e.id::bigint', isGrouped)})
        as ${quote(entity.joins[name]?.as ?? `${name}_obj`)}`,
    )
  }
  return { joins, columns }
}

/** Reads rows that a field refers to by their keys `$1`: key and the requested part that the reader may see, as JSON texts. */
export function referencedRows(actor: Actor, entity: Entity, open: OpenField, requested: readonly string[]): string {
  const { target, object } = projectFields(actor, entity, open, requested, 'p')
  const key = `p.${quote(target.key)}`
  return `select ${key}::text as key, ${object}::text as row from ${quote(target.name)} p where ${key} = any($1::bigint[])`
}

/** Key and names of a row that a list refers to. */
function parsedFields({ field }: OpenField): string[] {
  const target = registry[field.to ?? '']
  return target ? [target.key, ...(target.search ?? [])] : []
}

/** The part of a joined row that the reader may see, as SQL of a JSON object. */
function projectFields(actor: Actor, entity: Entity, open: OpenField, requested: readonly string[], row: string) {
  const target = registry[open.field.to ?? '']
  const readable = target && joinedFields(actor, target)
  const shown = requested.filter((name) => readable?.has(name))
  if (!target || target.storage === 'view' || shown.length === 0) throw unknownField(entity.name, open.name)
  const object = `json_build_object(${shown.map((name) => `'${name}', ${projection(target, name, row)}`).join(', ')})`
  return { target, object }
}

/** The condition includes the company so that the index is used; groups have none, and keys are unique anyway. */
function sameRow(entity: Entity, target: Entity, row: string, reference: string, isGrouped: boolean): string {
  const key = `${row}.${quote(target.key)} = ${reference}`
  const own = companyColumn(entity)
  const theirs = companyColumn(target)
  return !isGrouped && own !== null && theirs !== null && theirs !== target.key && own !== entity.key
    ? `${row}.${quote(theirs)} = t.${quote(own)} and ${key}`
    : key
}
