import {
  type Actor,
  can,
  readableFields,
  readMode,
  readOption,
  type ReadUse,
  visibleMerchants,
  visibleRows,
} from '@tiffin/core/rules'
import { apiError, entities, type Entity, type Field, type TableQuery } from '@tiffin/sdk/contract'
import { isDerived, projection, quote } from '#db/columns'
import type { Binder } from './binder.ts'
import { cacheByActor } from './cache-by-actor.ts'
import { rulesOf } from './table-rules.ts'

/** A field as one reader sees it. */
export interface OpenField {
  name: string
  field: Field
  /** SQL of the value in wire form. */
  out: (row: string) => string
  /** SQL of the stored value, for comparing and sorting. */
  value: (row: string) => string
  /** True for a real column, which can be grouped by. */
  column: boolean
}

/** A table as one reader sees it. */
export interface View {
  entity: Entity
  /** Searches texts by scanning rows, without the SQL functions owned by `tiffin_owner`. */
  scanRows: boolean
  fields: ReadonlyMap<string, OpenField>
  /** SQL of the stored rows, from which found rows are read by key. */
  rows: string
  /** SQL for the `from` clause. */
  source: (binder: Binder) => string
  /** Conditions on the row `t` that always apply to this reader. */
  filter: (binder: Binder, named: ReadonlySet<string>) => string[]
  /** Whether this reader sees all rows of the company, without a condition on merchants or users. */
  isWhole: () => boolean
}

const registry: Record<string, Entity> = entities

/** The entity of that name; `row` is the place of the name in the request. @throws `unknown_table` */
export function entityOf(table: string, row?: number): Entity {
  const entity = Object.hasOwn(registry, table) ? registry[table] : undefined
  if (!entity) throw apiError('unknown_table', { table, row, params: [table] })
  return entity
}

export const unknownField = (table: string, field: string) => apiError('unknown_field', { table, field, params: [table, field] })

const cached = cacheByActor<ReadonlyMap<string, OpenField>>()

/** The fields of an entity that a reader may see, search and sort by. */
export const openFields = (actor: Actor, entity: Entity, languages: readonly string[] = []): ReadonlyMap<string, OpenField> =>
  cached(actor, [entity.name, languages], () => findOpenFields(actor, entity, languages))

function findOpenFields(actor: Actor, entity: Entity, languages: readonly string[]): ReadonlyMap<string, OpenField> {
  const readable = readableFields(actor, entity)
  const { languages: own } = rulesOf(entity).read ?? {}
  const found = new Map<string, OpenField>()
  for (const name of readable) {
    const field = entity.fields[name] as Field
    if (name === own?.column) continue
    const out = (row: string): string => projection(entity, name, row)
    const column = !isDerived(entity, name)
    found.set(name, { name, field, out, value: column ? (row) => `${row}.${quote(name)}` : out, column })
  }
  if (own && found.size > 0) for (const code of languages) found.set(code, language(own, code))
  return found
}

/** A field that is only searched by; undefined if there is none of that name for this reader. */
export function searchOnlyField({ entity, fields }: View, name: string): OpenField | undefined {
  const { searchOnly = {} } = entity
  const declared = Object.hasOwn(searchOnly, name) ? searchOnly[name] : undefined
  const value = declared && fields.has(declared.of) ? rulesOf(entity).read?.searchOnly?.[name] : undefined
  return declared && value && { name, field: declared.field, out: value, value, column: false }
}

function language({ column, field }: { column: string; field: Field }, code: string): OpenField {
  const out = (row: string): string => `coalesce(${row}.${quote(column)}->>'${code.replaceAll("'", "''")}', '')`
  return { name: code, field, out, value: out, column: false }
}

/**
 * The table as this reader sees it: fields, source and row filter.
 * @throws `unknown_table`, `forbidden`, `option_required`
 */
export function openView(
  actor: Actor,
  { table, ...use }: ReadUse & { table: string },
  languages: readonly string[],
  scanRows = false,
): View {
  const entity = entityOf(table)
  for (const decision of [can(actor, 'read', entity), readOption(actor, entity, use)])
    if (!decision.allowed) throw apiError(decision.code, { table, params: decision.params })
  const mode = readMode(entity, use)
  const { read } = rulesOf(entity)
  const masked = read?.masked?.(actor) ?? null
  return {
    entity,
    // Functions that run as the owner ignore which rows are hidden.
    scanRows: scanRows || masked !== null,
    fields: openFields(actor, entity, languages),
    rows: masked ?? quote(entity.name),
    source: read?.source?.(actor) ?? (() => masked ?? quote(entity.name)),
    filter: (binder, named) => filterOf(actor, entity, binder, mode, named),
    isWhole: () => {
      const { merchants, self } = visibleRows(actor, entity)
      return !merchants && !self && masked === null && merchantsOf(actor, entity, mode) === 'all'
    },
  }
}

function filterOf(actor: Actor, entity: Entity, binder: Binder, mode: TableQuery['mode'], named: ReadonlySet<string>): string[] {
  const { bind } = binder
  const { company, merchants, self } = visibleRows(actor, entity)
  const rows: string[] = []
  if (company) rows.push(`t.${quote(company.field)} = ${bind(company.id, 'bigint')}`)
  if (merchants) rows.push(`t.${quote(merchants.field)} = any(${bind(merchants.ids, 'bigint[]')})`)
  if (self) rows.push(`t.${quote(self.field)} = ${bind(self.id, 'bigint')}`)
  const narrowed = merchantsOf(actor, entity, mode)
  if (narrowed !== 'all')
    rows.push(`t.${quote(entity.access.rows === 'merchant' ? entity.key : 'merchant')} = any(${bind(narrowed, 'bigint[]')})`)
  return [...rows, ...(rulesOf(entity).read?.filter?.(actor, binder, named) ?? [])]
}

function merchantsOf(actor: Actor, { access: { rows } }: Entity, mode: TableQuery['mode']): 'all' | readonly number[] {
  return mode && (rows === 'merchant' || rows === 'ofMerchant') ? visibleMerchants(actor, mode) : 'all'
}
