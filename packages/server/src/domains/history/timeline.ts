import { type Actor, can, managesCompany, readableFields, visibleRows, writableFields } from '@tiffin/core/rules'
import { apiError, type Calls, calls, type Entity, errors, type Field, type ErrorCode, type Output } from '@tiffin/sdk/contract'
import { columns, companyColumn, quote } from '#db/columns'
import type { Tx } from '#db/database'
import { type Binder, createBinder } from '#engine/binder'
import { readTables, scopeOf } from '#engine/read-tables'
import { previousValues, blocksUndo, mergeSteps, undoObstacle, withLanguages } from '#engine/undo-obstacle'
import type { Step } from '#engine/undo-step'
import { readLanguages } from '#tenant/languages'
import { entityOf, openFields, openView } from '#engine/view'
import type { WireRow } from '#engine/change-info'
import { PAIRED_PREFIX } from '#sessions/device-sessions'
import type { CallContext, Handler } from '#server/context'

const PAGE = 50
/** Maximum rows of a change to check for a reader who may see only some of them. */
const MAX_CHECKED = 1000

type TimelineEvent = Output<Calls['Audit']['timeline']>['data']['events'][number]

interface Found extends Pick<TimelineEvent, 'change' | 'date' | 'admin' | 'app' | 'company' | 'currency'> {
  device: string | null
  undo_of: number | null
  records: Record<string, number>
  before: WireRow | null
  after: WireRow | null
}

/** Events of a record, newest first, with only the fields that the reader may see (MOON-01). */
export const timeline: Handler<Calls['Audit']['timeline']> = async ({ table, id, before }, call) => {
  const { actor: asker } = call.session
  // Company options don't limit the administrator area, but a timeline there still shows the company of its row (AMB-082).
  const actor: Actor = asker.role === 1 ? { ...asker, options: null } : asker
  const entity = entityOf(table)
  if (entity.storage === 'view') throw apiError('unknown_table', { table, params: [table] })
  const company = companyColumn(entity) === null ? 0 : actor.company
  if (company === null) throw apiError('company_required')
  return call.db.read(scopeOf(actor), async (tx) => {
    const current = await readRow(tx, actor, entity, id, call)
    const languages = entity.name === 'dictionary' ? await readLanguages(tx) : []
    const open = openFields(actor, entity, languages)
    const own = entity.name === 'merchant' ? visibleMerchantFields(actor, entity, id) : open
    const isShown = (name: string): boolean => open.has(name) && own.has(name) && name !== 'revision'
    // Otherwise the timeline would reveal who changed a hidden field, and when.
    const showing = managesCompany(actor) || entity.name === 'dictionary' ? null : Object.keys(entity.fields).filter(isShown)
    const found = await readChanges(tx, entity, { id, company, before, showing })
    if (!current && !couldSee(actor, entity, before === undefined ? found[0] : await readNewest(tx, entity, { id, company })))
      throw apiError('not_found')
    const seen = (row: WireRow | null): WireRow | null =>
      row && Object.fromEntries(Object.entries(row).filter(([name]) => isShown(name)))
    const shown = found.slice(0, PAGE)
    const touched = await readRecords(tx, actor, { entity, key: id }, shown)
    const events = shown.map(({ device, undo_of, ...event }): TimelineEvent => {
      const step: Step = { entity, key: id, before: event.before, after: event.after }
      const refusal = refusalOf(actor, step, current, event)
      const flat = onlyDifferences(step)
      return {
        ...event,
        records: touched.get(event.change)?.records ?? {},
        ...(touched.get(event.change)?.others ? { others: true } : {}),
        action: event.before === null ? 'Create' : event.after === null ? 'Delete' : 'Update',
        before: seen(flat.before),
        after: seen(flat.after),
        ...(device === null ? {} : { device }),
        ...(undo_of === null ? {} : { undo_of }),
        ...(refusal ? { refusal } : {}),
      }
    })
    return { data: { status: 'OK' as const, events, more: found.length > PAGE } }
  })
}

/** Only those who manage the company see who has access to a merchant. */
const visibleMerchantFields = (actor: Actor, entity: Entity, id: number | string): Pick<ReadonlySet<string>, 'has'> => {
  const fields = readableFields(actor, entity, { merchant_id: id })
  return { has: (name) => fields.has(name) && (name !== 'access' || managesCompany(actor)) }
}

/** The row as the reader sees it; undefined if it does not exist for them. */
async function readRow(tx: Tx, actor: Actor, entity: Entity, id: number | string, call: CallContext) {
  const query = { table: entity.name, search: [{ key: entity.key, prm: id }], limit: [0, 1], count: 'none' }
  const { tables } = calls.Reference.getData.input.parse({ tables: [query] })
  const { json } = await readTables(tx, actor, tables, { lang: call.lang, now: call.now() })
  return (JSON.parse(json) as Record<string, { data: WireRow[] }>)[entity.name]?.data[0]
}

/** A deleted row is shown to readers who could see it if it still existed. */
const couldSee = (actor: Actor, entity: Entity, last: Found | undefined): boolean =>
  last !== undefined && last.after === null && can(actor, 'read', entity, last.before ?? {}).allowed

interface TimelineQuery {
  id: number | string
  company: number
  before?: number | undefined
  /** Only changes of these fields; null means all. */
  showing?: readonly string[] | null
}

async function readNewest(tx: Tx, entity: Entity, requested: TimelineQuery): Promise<Found | undefined> {
  return (await readChanges(tx, entity, requested, 1))[0]
}

/** The changes of a row, newest first, each with everything it did to the row. Returns one more than a page. */
async function readChanges(
  tx: Tx,
  entity: Entity,
  { id, company, before, showing = null }: TimelineQuery,
  max = PAGE + 1,
): Promise<Found[]> {
  const rows = await tx.sql<Found>(
    `with page as (select distinct change_id from audit_row where company = $1 and table_name = $2 and row_key = $3
       and ($4::bigint is null or change_id < $4)
       and ($6::text[] is null or coalesce(before, '{}') ?| $6 or coalesce(after, '{}') ?| $6) order by change_id desc limit $5)
     select a.change_id as change, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as date,
       case when d.admin_id is null or k.device_id is not null then null
         else jsonb_build_object('admin_id', d.admin_id, 'name', d.name, 'login', d.login) end as admin,
       k.name as device, coalesce(c.app, '') as app, coalesce(c.company, 0) as company, c.undo_of,
       coalesce(nullif(n.currency_symbol, ''), n.currency_code, '') as currency,
       coalesce(c.records, jsonb_build_object($2, 1)) as records, a.before, a.after
     from page join audit_row a on a.change_id = page.change_id and a.company = $1 and a.table_name = $2 and a.row_key = $3
       left join change c on c.change_id = a.change_id left join admin d on d.admin_id = c.admin
       left join company o on o.company_id = c.company left join country n on n.country_id = o.country
       left join device k on k.company = $1 and k.device_id = substring(c.device from '^${PAIRED_PREFIX}(\\d{1,15})$')::bigint
     order by a.change_id desc, a.audit_id`,
    [company, entity.name, String(id), before ?? null, max, showing],
  )
  const changes = new Map<number, Found>()
  for (const row of rows) {
    const earlier = changes.get(row.change)
    const joined = earlier && mergeSteps({ entity, key: id, ...earlier }, { entity, key: id, ...row })
    changes.set(row.change, joined ? { ...row, before: joined.before, after: joined.after } : row)
  }
  return [...changes.values()]
}

/**
 * Number of records that a change touched and the reader may see, by table. Also returns whether these tables have, or may
 * have, others.
 */
interface TouchedRecords {
  records: Record<string, number>
  others: boolean
}

async function readRecords(
  tx: Tx,
  actor: Actor,
  own: Pick<Step, 'entity' | 'key'>,
  changes: readonly Pick<Found, 'change' | 'records'>[],
): Promise<Map<number, TouchedRecords>> {
  const byChange = new Map<number, TouchedRecords>(changes.map(({ change }) => [change, { records: {}, others: false }]))
  for (const table of new Set(changes.flatMap(({ records }) => Object.keys(records)))) {
    const entity = entityOf(table)
    if (!can(actor, 'read', entity).allowed) continue
    const containing = changes.filter(({ records }) => records[table])
    const { bind, values } = createBinder()
    const isSeen = isVisibleRecord(actor, entity, own, { bind, values })
    if (isSeen === null) {
      for (const { change, records } of containing)
        Object.assign(byChange.get(change)?.records ?? {}, { [table]: records[table] })
      continue
    }
    const ids = containing.map(({ change }) => change)
    const rows = await tx.sql<{ change: number; seen: number }>(
      `select a.change_id as change, (count(distinct a.row_key) filter (where a.seen))::int as seen
       from unnest(${bind(ids, 'bigint[]')}) as c (id) cross join lateral (
         select change_id, row_key, coalesce(${isSeen}, false) as seen from audit_row h
         where change_id = c.id and table_name = ${bind(table, 'text')} limit ${MAX_CHECKED}) a group by 1`,
      values,
    )
    const seenOf = new Map(rows.map(({ change, seen }) => [change, seen]))
    for (const { change, records } of containing) {
      const touched = byChange.get(change)
      // The reader can see the record whose timeline this is.
      const seen = Math.max(seenOf.get(change) ?? 0, entity === own.entity ? 1 : 0)
      if (touched && seen > 0) touched.records[table] = seen
      if (touched && seen < (records[table] ?? 0)) touched.others = true
    }
  }
  // A user and their membership count as one record.
  for (const { records } of byChange.values()) if (records['admin']) delete records['membership']
  return byChange
}

/**
 * SQL condition: the reader may see the row of history entry `h`. Null if all rows are visible; a deleted row is judged
 * by its last state.
 */
function isVisibleRecord(actor: Actor, entity: Entity, own: Pick<Step, 'entity' | 'key'>, binder: Binder): string | null {
  const { merchants, self, namedByOrdersOf } = visibleRows(actor, entity)
  if (!merchants && !self && !namedByOrdersOf) return null
  const { bind } = binder
  const view = openView(actor, { table: entity.name }, [])
  const conditions = view.filter(binder, new Set(['delete', 'deleted']))
  const { type } = columns[(entity.fields[entity.key] as Field).kind]
  const ways = [
    `exists (select from ${quote(entity.name)} t where t.${quote(entity.key)} = h.row_key::${type} and ${conditions.join(' and ')})`,
    ...(merchants
      ? [
          `h.action <> 'Update' and (coalesce(h.after, h.before) ->> '${merchants.field}')::bigint = any(${bind(merchants.ids, 'bigint[]')})`,
        ]
      : []),
    // The reader can see the record whose timeline this is.
    ...(entity === own.entity ? [`h.row_key = ${bind(String(own.key), 'text')}`] : []),
  ]
  return `(${ways.join(' or ')})`
}

/** Keeps only the differences of an update. */
function onlyDifferences({ entity, before, after }: Step): Pick<Step, 'before' | 'after'> {
  const old = before && withLanguages(entity, before)
  const current = after && withLanguages(entity, after)
  if (!old || !current || entity.name !== 'dictionary') return { before: old, after: current }
  const same = Object.keys(current).filter((name) => old[name] === current[name])
  const changed = (row: WireRow): WireRow => Object.fromEntries(Object.entries(row).filter(([name]) => !same.includes(name)))
  return { before: changed(old), after: changed(current) }
}

/** Why this reader can't undo a step, judged only by its row and the tables of its change. */
function refusalOf(
  actor: Actor,
  step: Step,
  current: WireRow | undefined,
  { company, records }: Pick<Found, 'company' | 'records'>,
): TimelineEvent['refusal'] {
  const { entity, before, after } = step
  const toRefusal = (code: ErrorCode, fields: readonly string[] = []): TimelineEvent['refusal'] => ({
    code,
    error: errors[code],
    ...(fields.length > 0 ? { fields: [...fields] } : {}),
  })
  const obstacle = undoObstacle(step, current)
  if (obstacle?.code === 'undo_forbidden_kind') return { code: obstacle.code, error: obstacle.text ?? errors[obstacle.code] }
  if (blocksUndo(records)) return toRefusal('undo_forbidden_kind')
  if (company !== (actor.company ?? 0) && actor.role !== 1) return toRefusal('forbidden')
  const action = before === null ? 'delete' : after === null ? 'create' : 'update'
  const decision = can(actor, action, entity, current ?? before ?? undefined)
  if (!decision.allowed) return toRefusal(decision.code)
  const writable = writableFields(actor, entity, current)
  const fields = action === 'update' ? Object.keys(previousValues(step)).filter((name) => entity.fields[name]) : []
  if (fields.some((name) => !writable.has(name))) return toRefusal('forbidden')
  return obstacle ? toRefusal(obstacle.code, obstacle.fields) : undefined
}
