import { type Actor, can, fieldsForTitle, titleReferences, readableFields, recordName } from '@tiffin/core/rules'
import { calls, type Calls, entities, type Entity, type EntityName } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import type { WireRow } from '#engine/change-info'
import { readTables, scopeOf } from '#engine/read-tables'
import { entityOf } from '#engine/view'
import type { CallContext, Handler } from '#server/context'

/** Maximum number of tables in one read. */
const TABLES = 20

type Ids = ReadonlyMap<Entity, readonly number[]>
/** The requested rows by table and key, with only the fields that the reader may see. */
type Rows = Map<string, Map<number, WireRow>>

/** Display names of the records on a page, in one read; names of deleted records come from the history. */
export const names: Handler<Calls['Audit']['names']> = async ({ records, companies }, call) => {
  const { actor: asker } = call.session
  // As in a timeline, company options don't hide names from the platform (AMB-082).
  const actor: Actor = asker.role === 1 ? { ...asker, options: null } : asker
  const requested: Ids = new Map(Object.entries(records).map(([table, ids]) => [entityOf(table), [...new Set(ids)]]))
  const rows: Rows = await call.db.read(scopeOf(actor), async (tx) => {
    const found: Rows = new Map()
    for (let open = mayRead(actor, requested); open.size > 0; open = mayRead(actor, referencedKeys(open, found))) {
      for (const part of chunks([...open], TABLES)) await readNamed(tx, actor, new Map(part), found, call)
      await readDeleted(tx, actor, open, found, actor.company === null ? companies : [actor.company])
    }
    return found
  })
  const nameOf = (to: string, id: number): string => {
    const row = rows.get(to)?.get(id)
    return row ? recordName(entityOf(to), row, nameOf, call.lang) : ''
  }
  return {
    data: {
      status: 'OK' as const,
      names: Object.fromEntries(
        Array.from(requested, ([{ name }, ids]) => [
          name,
          Object.fromEntries(ids.map((id) => [id, nameOf(name, id)]).filter(([, title]) => title !== '')),
        ]),
      ),
    },
  }
}

const mayRead = (actor: Actor, requested: Ids): Ids =>
  new Map(
    [...requested].filter(
      ([entity, ids]) => ids.length > 0 && entity.storage === 'table' && can(actor, 'read', entity).allowed && isNumbered(entity),
    ),
  )

const isNumbered = ({ fields, key }: Entity): boolean => ['id', 'reference'].includes(fields[key]?.kind ?? '')

const chunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

/** The fields from which a record's name is built. */
const namingFieldsOf = ({ name, key }: Entity): string[] => [
  key,
  ...(titleReferences[name] === undefined ? fieldsForTitle(name as EntityName) : [titleReferences[name], 'ticket']),
]

/** Records whose name is part of another name, and that have not been read yet. */
function referencedKeys(read: Ids, found: Rows): Ids {
  const next = new Map<Entity, Set<number>>()
  for (const { name, fields } of read.keys()) {
    const after = titleReferences[name]
    const to = fields[after ?? '']?.to
    if (after === undefined || to === undefined) continue
    const ids = next.get(entityOf(to)) ?? new Set<number>()
    next.set(entityOf(to), ids)
    for (const row of found.get(name)?.values() ?? [])
      if (typeof row[after] === 'number' && !found.get(to)?.has(row[after])) ids.add(row[after])
  }
  return new Map(Array.from(next, ([entity, ids]) => [entity, [...ids]]))
}

async function readNamed(tx: Tx, actor: Actor, requested: Ids, found: Rows, call: CallContext): Promise<void> {
  const queries = Array.from(requested, ([entity, ids]) => {
    const readable = readableFields(actor, entity)
    // Deleted orders and companies that are kept are shown when requested explicitly.
    const deletionFields = (['delete', 'deleted'] as const).filter((name) => name in entity.fields && readable.has(name))
    return {
      table: entity.name,
      include: [...new Set(namingFieldsOf(entity))].filter((name) => name in entity.fields && readable.has(name)),
      search: [
        { key: entity.key, op: 'in', prm: ids },
        ...deletionFields.map((key) => ({
          any: [
            { key, op: 'null' },
            { key, op: 'notnull' },
          ],
        })),
      ],
      limit: [0, ids.length],
      count: 'none',
    }
  })
  const { tables } = calls.Reference.getData.input.parse({ tables: queries })
  const { json } = await readTables(tx, actor, tables, { lang: call.lang, now: call.now() })
  const result = JSON.parse(json) as Record<string, { data: WireRow[] }>
  for (const { name, key } of requested.keys()) {
    const rows = found.get(name) ?? new Map<number, WireRow>()
    for (const row of result[name]?.data ?? []) rows.set(row[key] as number, row)
    found.set(name, rows)
  }
}

/** A deleted record is shown by name to readers who could have seen the record. */
async function readDeleted(tx: Tx, actor: Actor, requested: Ids, found: Rows, companies: readonly number[]): Promise<void> {
  const missing = Array.from(requested, ([entity, ids]) =>
    ids.filter((id) => !found.get(entity.name)?.has(id)).map((id) => ({ entity, id })),
  ).flat()
  if (missing.length === 0) return
  const rows = await tx.sql<{ table: string; key: number; before: WireRow }>(
    `select m.table_name as "table", m.row_key::bigint as key, last.before
     from unnest($1::text[], $2::text[]) as m (table_name, row_key) cross join lateral (
       select r.before from unnest($3::bigint[]) as c (id)
         join audit_row r on r.company = c.id and r.table_name = m.table_name and r.row_key = m.row_key
       where r.action = 'Delete' order by r.at desc limit 1) last`,
    [missing.map(({ entity }) => entity.name), missing.map(({ id }) => String(id)), [...new Set([0, ...companies])]],
  )
  for (const { table, key, before } of rows) {
    const entity = entities[table as EntityName] as Entity
    if (!can(actor, 'read', entity, before).allowed) continue
    const readable = readableFields(actor, entity, before)
    const seen = Object.fromEntries(Object.entries(before).filter(([name]) => readable.has(name)))
    found.get(table)?.set(key, seen)
  }
}
