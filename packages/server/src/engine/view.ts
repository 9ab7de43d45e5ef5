import {
  type Actor,
  can,
  managesCompany,
  merchantsReadBy,
  readableFields,
  readOption,
  type ReadUse,
  visibleMerchants,
  visibleRows,
} from '@tiffin/core/rules'
import { apiError, entities, type Entity, type Field, type TableQuery } from '@tiffin/sdk/contract'
import { isDerived, projection, quote } from '#db/columns'
import type { Tx } from '#db/database'
import type { Binder } from './binder.ts'

/** A field as one reader meets it. */
export interface OpenField {
  name: string
  field: Field
  /** SQL of the value as it leaves the server. */
  out: (row: string) => string
  /** SQL of the stored value, to compare and to sort by. */
  value: (row: string) => string
  /** True for a column of its own, which can be grouped by. */
  column: boolean
}

/** A table as one reader meets it. */
export interface View {
  entity: Entity
  /** Texts are looked for in the rows themselves, not by the owner's functions. */
  lookThrough: boolean
  fields: ReadonlyMap<string, OpenField>
  /** SQL of the stored rows, of which those found are read by their keys. */
  rows: string
  /** What stands behind `from`. */
  source: (binder: Binder) => string
  /** Conditions on the row `t` that always hold for this reader. */
  filter: (binder: Binder, mode: TableQuery['mode'], named: ReadonlySet<string>) => string[]
}

const registry: Record<string, Entity> = entities

/** The entity of that name; `row` is the place in the request that names it. @throws `unknown_table` */
export function entityOf(table: string, row?: number): Entity {
  const entity = Object.hasOwn(registry, table) ? registry[table] : undefined
  if (!entity) throw apiError('unknown_table', { table, row, params: [table] })
  return entity
}

export const unknownField = (table: string, field: string) => apiError('unknown_field', { table, field, params: [table, field] })

/** Codes of the languages, each of which is a field of the dictionary. */
export async function dictionaryLanguages(tx: Tx): Promise<string[]> {
  const rows = await tx.sql<{ code: string }>(`select code from global_lang order by global_lang_id`)
  return rows.map((row) => row.code)
}

/** The fields of an entity that a reader may see, search and sort by. */
export function openFields(actor: Actor, entity: Entity, languages: readonly string[] = []): ReadonlyMap<string, OpenField> {
  const readable = readableFields(actor, entity)
  const found = new Map<string, OpenField>()
  for (const name of readable) {
    const field = entity.fields[name] as Field
    if (entity.name === 'dictionary' && name === 'texts') continue
    const out = (row: string): string => projection(entity, name, row)
    const column = !isDerived(entity, name)
    found.set(name, { name, field, out, value: column ? (row) => `${row}.${quote(name)}` : out, column })
  }
  if (entity.name === 'dictionary' && found.size > 0) for (const code of languages) found.set(code, language(code))
  return found
}

function language(code: string): OpenField {
  const out = (row: string): string => `coalesce(${row}.texts->>'${code.replaceAll("'", "''")}', '')`
  return { name: code, field: registry['global_lang']?.fields['name'] as Field, out, value: out, column: false }
}

/**
 * The table as this reader meets it: fields, source and the filter of rows.
 * @throws `unknown_table`, `forbidden`, `option_required`
 */
export function openView(
  actor: Actor,
  { table, ...use }: ReadUse & { table: string },
  languages: readonly string[],
  lookThrough = false,
): View {
  const entity = entityOf(table)
  for (const decision of [can(actor, 'read', entity), readOption(actor, entity, use)])
    if (!decision.allowed) throw apiError(decision.code, { table, params: decision.params })
  const masked = entity.name === 'merchant' ? maskedMerchants(actor) : null
  return {
    entity,
    // The owner's functions know nothing of what is hidden.
    lookThrough: lookThrough || masked !== null,
    fields: openFields(actor, entity, languages),
    rows: masked ?? quote(entity.name),
    source: sources[entity.name]?.(actor) ?? (() => masked ?? quote(entity.name)),
    filter: (binder, mode, named) => filterOf(actor, entity, binder, mode, named),
  }
}

const OWN_ENTRIES = `coalesce((select jsonb_agg(e) from jsonb_array_elements(m.access) e where e ->> 'user' = '$user'), '[]')`

/**
 * The merchants with nothing in the fields whose tab is closed to the reader: to whatever a read does with them, searches and
 * sums included, the values are not there. Null where nothing is hidden.
 */
function maskedMerchants(actor: Actor): string | null {
  if (managesCompany(actor)) return null
  const { merchant }: { merchant: Entity } = entities
  const readable = readableFields(actor, merchant)
  let isMasked = readable.has('access')
  const columns = [...readable].map((name) => {
    const open = merchantsReadBy(actor, name)
    if (name === 'access') return `${OWN_ENTRIES.replace('$user', String(actor.admin_id))} as access`
    if (open === 'all') return `m.${quote(name)}`
    isMasked = true
    return `case when m.merchant_id in (${open.map(Number).join(', ')}) then m.${quote(name)} end as ${quote(name)}`
  })
  return isMasked ? `(select ${columns.join(', ')} from merchant m)` : null
}

function filterOf(
  actor: Actor,
  entity: Entity,
  { bind }: Binder,
  mode: TableQuery['mode'],
  named: ReadonlySet<string>,
): string[] {
  const { company, merchants, self, membersOf, namedByOrdersOf } = visibleRows(actor, entity)
  const rows: string[] = []
  if (company) rows.push(`t.${quote(company.field)} = ${bind(company.id, 'bigint')}`)
  if (merchants) rows.push(`t.${quote(merchants.field)} = any(${bind(merchants.ids, 'bigint[]')})`)
  if (self) rows.push(`t.${quote(self.field)} = ${bind(self.id, 'bigint')}`)
  if (namedByOrdersOf)
    rows.push(
      `exists (select from "order" o where o.company = t.company and o.${quote(entity.name)} = t.${quote(entity.key)}
        and o."delete" = 0 and o.merchant = any(${bind(namedByOrdersOf, 'bigint[]')}))`,
    )
  const { rows: rule } = entity.access
  const narrowed = mode && (rule === 'merchant' || rule === 'ofMerchant') ? visibleMerchants(actor, mode) : 'all'
  if (narrowed !== 'all')
    rows.push(`t.${quote(rule === 'merchant' ? entity.key : 'merchant')} = any(${bind(narrowed, 'bigint[]')})`)
  const staffOf = membersOf ?? (entity.name === 'admin' ? actor.company : null)
  if (staffOf !== null)
    rows.push(
      `(t.admin_id = ${bind(actor.admin_id, 'bigint')} or exists (
        select from membership m where m.company = ${bind(staffOf, 'bigint')} and m.admin = t.admin_id))`,
    )
  if (entity.name === 'audit' && actor.company !== null) rows.push(`t."~company" = ${bind(actor.company, 'bigint')}`)
  // What was deleted but kept shows only to those who ask for it by name.
  if (entity.name === 'order' && !named.has('delete')) rows.push(`t."delete" = 0`)
  if (entity.name === 'company' && !named.has('deleted')) rows.push('t.deleted is null')
  return rows
}

/** Tables that the server derives. */
const sources: Record<string, (actor: Actor) => (binder: Binder) => string> = {
  owner:
    (actor) =>
    ({ bind }) =>
      `(select c.company_id, c.name, c.logo, c.status, ${bind(actor.admin_id, 'bigint')} as admin,
        coalesce(c.company_role, 1) as company_role, 1 as revision from companies_of(${bind(actor.admin_id, 'bigint')}, true) c)`,
  audit: () => () =>
    `(select r.audit_id, r.action, r.table_name as "table", coalesce(a.login, '') as user_login,
      btrim(coalesce(a.name, '') || ' ' || coalesce(a.surname, '')) as user_name, r.at as date,
      jsonb_build_object('key', r.row_key, 'before', r.before - 'revision', 'after', r.after - 'revision', 'change', c.change_id, 'company', c.company) as data,
      1 as revision, r.company as "~company"
      from audit_row r join change c on c.change_id = r.change_id left join admin a on a.admin_id = c.admin)`,
}
