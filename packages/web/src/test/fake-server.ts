import type { CoreOptions } from '@tiffin/core'
import { newRow } from '@tiffin/core/screens'
import {
  type Calls,
  type Condition,
  entities,
  type Entity,
  type EntityName,
  importKinds,
  savedKinds,
  type EarlierImport,
  type ImportPlanRow,
  type ImportRow,
  type Input,
  type SessionUser,
  type TableQuery,
} from '@tiffin/sdk/contract'

type Values = Record<string, unknown>
type Tables = Partial<Record<EntityName, readonly Values[]>>
/** The body of a response, the status of one without a body, or a text that is not JSON. */
type Body = object | number | string
type Reply = Body | Promise<Body>
type Transport = NonNullable<CoreOptions['transport']>

/** A call as the server received it. */
export interface RecordedCall {
  call: string
  data: Values
  /** The company that the call acts for; null for none. */
  company: string | null
}

export interface FakeServer {
  transport: Transport
  /** All calls, oldest first. */
  seen: RecordedCall[]
  /** Rows of a table; tests may change them. */
  rows(table: EntityName): Values[]
  /** Counts a change of the rows by another user, and returns its feed number. */
  advance(): number
  /** Saved rows as they were sent, oldest first. */
  saved(): Values[]
  /** The values of rows sent to an import, oldest first. */
  imported(): Values[]
  /** Replaces the response to a call such as `Reference.saveData`, until the returned function is called. */
  on(call: string, reply: (data: Values) => Reply): () => void
}

const languages = [
  { global_lang_id: 1, name: 'English', code: 'en', dir: 'ltr' },
  { global_lang_id: 2, name: 'Русский', code: 'ru', dir: 'ltr' },
  { global_lang_id: 90, name: 'العربية', code: 'ar', dir: 'rtl' },
]

const start: Values = {
  lang: languages,
  dict: {},
  country: [],
  merchant_settings: {},
  support_widget: '',
  addresses: {},
  translation: { relay: false, url: '', model: '' },
  map: { tiles: '', attribution: '', geocoder_key: '', google: '' },
  draws_pictures: false,
  demo: [],
}

/** The response to a refused call. */
export const refusal = (code: string, more: Values = {}) => ({ status: 'FAIL', code, error: code, ...more })

const named = (name: string): Entity => entities[name as EntityName]

function holds(row: Values, { key, op, prm }: Condition): boolean {
  const value = row[key]
  const list = Array.isArray(prm) ? prm : [prm]
  switch (op ?? (Array.isArray(prm) ? 'in' : '=')) {
    case 'in':
      return list.some((item) => item === value)
    case 'notin':
      return list.every((item) => item !== value)
    case '=':
      return value === prm
    case '!=':
      return value !== prm
    case '>=':
      return String(value) >= String(prm)
    case '<=':
      return String(value) <= String(prm)
    case '>':
      return String(value) > String(prm)
    case '<':
      return String(value) < String(prm)
    case 'like':
      return JSON.stringify(value ?? '')
        .toLowerCase()
        .includes(String(prm).toLowerCase())
    case 'between':
      return String(value) >= String(list[0]) && String(value) <= String(list[1])
    case 'null':
      return value == null
    case 'notnull':
      return value != null
    default:
      throw new Error(`The fake server knows no operator ${op}`)
  }
}

type Search = NonNullable<TableQuery['search']>[number]
function isFound(entity: Entity, row: Values, search: Search): boolean {
  if ('any' in search) return search.any.some((item) => holds(row, item))
  if ('text' in search) return (entity.search ?? [entity.key]).some((key) => holds(row, { key, op: 'like', prm: search.text }))
  return holds(row, search)
}

const sumsOf = (rows: readonly Values[], { statistic = [] }: TableQuery): Record<string, string> =>
  Object.fromEntries(statistic.map((name) => [name, rows.reduce((sum, row) => sum + Number(row[name] ?? 0), 0).toFixed(2)]))

const pick = (row: Values, names: readonly string[]): Values => Object.fromEntries(names.map((name) => [name, row[name]]))

/**
 * A server in memory that checks nothing: it starts the console for a user, finds rows, and stores saved ones. Behaviour
 * that depends on the real server's response is tested in a journey.
 */
export function fakeServer({ user, tables }: { user: SessionUser | null; tables: Tables }): FakeServer {
  const today = { now: Date.now(), timezone: 'Europe/Berlin' }
  const stored = new Map<string, Values[]>()
  let feed = 1
  const rowsOf = (table: string): Values[] => {
    const rows = stored.get(table) ?? []
    stored.set(table, rows)
    return rows
  }
  const insert = (table: string, values: Values): Values => {
    const entity = named(table)
    const rows = rowsOf(table)
    const company = 'company' in entity.fields ? { company: user?.company?.company_id ?? null } : {}
    const row = { ...newRow(entity, today), ...company, [entity.key]: rows.length + 1, revision: 1, ...values }
    rows.push(row)
    return row
  }
  for (const [table, rows] of Object.entries(tables)) for (const values of rows) insert(table, values)

  function withJoins(row: Values, { table, join = [], parse = [], include }: TableQuery): Values {
    const entity = named(table)
    const linked = (field: string): Values[] => {
      const target = entity.fields[field]?.to ?? ''
      const value = row[field]
      const keys: unknown[] = Array.isArray(value) ? value : [value]
      return rowsOf(target).filter((other) => keys.includes(other[named(target).key]))
    }
    const joined = join.map((field) => {
      const { as, fields } = entity.joins[field] as Entity['joins'][string]
      const [found] = linked(field)
      return [as, found ? pick(found, fields) : null]
    })
    const parsed = parse.map((field) => [`${field}_obj`, linked(field)])
    const added = Object.fromEntries([...joined, ...parsed]) as Values
    return { ...(include ? pick(row, [entity.key, ...include]) : row), ...added }
  }

  function read(query: TableQuery): Values {
    const entity = named(query.table)
    const found = rowsOf(query.table).filter((row) => (query.search ?? []).every((search) => isFound(entity, row, search)))
    const [{ field, dir } = { field: '', dir: 'asc' }] = query.order ?? []
    const sorted = field === '' ? found : found.toSorted((a, b) => compare(a[field], b[field]) * (dir === 'desc' ? -1 : 1))
    const [from, count] = query.limit ?? [0, found.length]
    if (query.group) {
      const groups = Map.groupBy(found, (row) => JSON.stringify(pick(row, query.group ?? [])))
      const data = [...groups].map(([key, rows]) => ({
        ...(JSON.parse(key) as Values),
        count: rows.length,
        statistic: sumsOf(rows, query),
      }))
      return { count: data.length, data }
    }
    return {
      ...(query.statistic ? { statistic: sumsOf(found, query) } : {}),
      count: found.length,
      data: sorted.slice(from, from + count).map((row) => withJoins(row, query)),
    }
  }

  function save({ tables: changes }: Input<Calls['Reference']['saveData']>): Values {
    const data: Record<string, { status: 'OK'; rows: Values[] }> = {}
    for (const { table, id, row } of changes) {
      const entity = named(table)
      const found = id ? rowsOf(table).find((other) => other[entity.key] === id) : insert(table, {})
      if (!found) return refusal('not_found')
      Object.assign(found, row, { revision: Number(found['revision']) + 1 })
      const result = (data[table] ??= { status: 'OK', rows: [] })
      result.rows.push({ status: 'OK', data: structuredClone(found) })
    }
    return { data, feed: 1, change: 1 }
  }

  function remove({ tables: gone }: Input<Calls['Reference']['deleteData']>): Values {
    for (const { table, id } of gone)
      stored.set(
        table,
        rowsOf(table).filter((row) => row[named(table).key] !== id),
      )
    return { data: { status: 'OK' }, feed: 1, change: 1 }
  }

  interface FakePlan {
    table: string
    key?: string | undefined
    file: string
    total: number
    rows: ImportRow[]
    applied: boolean
  }
  const plans = new Map<string, FakePlan>()

  function begin({ table, key, file, total }: Input<Calls['Import']['begin']>): Values {
    const import_id = `00000000-0000-4000-8000-${String(plans.size + 1).padStart(12, '0')}`
    plans.set(import_id, { table, key, file, total, rows: [], applied: false })
    return { data: { status: 'OK', import_id } }
  }

  const planOf = (id: string): FakePlan => plans.get(id) ?? { table: '', file: '', total: 0, rows: [], applied: false }
  function planned({ table }: { table: string }, { row, id, values, refusal: given }: ImportRow): ImportPlanRow {
    const own = { row, id: id ?? null, changes: {}, refusal: null }
    if (given) return { ...own, kind: 'refused', refusal: { ...given } }
    const found = id === undefined ? undefined : rowsOf(table).find((other) => other[named(table).key] === id)
    if (id !== undefined && !found) return { ...own, kind: 'unknown' }
    const changes: ImportPlanRow['changes'] = {}
    for (const [name, value] of Object.entries(values)) {
      const before = found?.[name] ?? null
      if (name !== 'revision' && JSON.stringify(before) !== JSON.stringify(value)) changes[name] = [before, value]
    }
    const isLoss = Object.values(changes).some(([before, after]) => before !== null && (after === null || after === ''))
    const kind = !found ? 'created' : isLoss ? 'deleted' : Object.keys(changes).length > 0 ? 'changed' : 'unchanged'
    return { ...own, kind, changes }
  }

  /** Rows without a key create their records again. */
  function earlierOf({ table, file, key, applied }: FakePlan, created: number): EarlierImport | null {
    const isDone = [...plans.values()].some((plan) => plan.applied && plan.table === table && plan.file === file)
    if (applied || created === 0 || key !== undefined || !isDone) return null
    return { at: '2026-11-26T10:30:00Z', admin: 'Olga Berg', change: 1, records: created }
  }

  function status({ import_id, page }: Input<Calls['Import']['status']>): Values {
    const plan = plans.get(import_id)
    if (!plan) return refusal('not_found')
    const { table, file, total, rows, applied } = plan
    const lines = rows.map((row) => planned(plan, row))
    const totals = Object.fromEntries(importKinds.map((kind) => [kind, lines.filter((line) => line.kind === kind).length]))
    const { kinds = importKinds, after, limit } = page ?? { after: 0, limit: 0 }
    const shown = lines.filter(({ row, kind }) => row > after && kinds.includes(kind)).slice(0, limit)
    const state = applied ? 'applied' : 'planned'
    const expires = '2026-11-27T00:00:00Z'
    const data = {
      status: 'OK',
      table,
      file,
      state,
      total,
      received: rows.length,
      parts: [],
      totals,
      change: 1,
      earlier: earlierOf(plan, totals['created'] ?? 0),
      expires,
      rows: shown,
    }
    return { data }
  }

  function commit({ import_id }: Input<Calls['Import']['commit']>): Values {
    const plan = planOf(import_id)
    const changing = plan.rows.filter((row) => savedKinds.some((kind) => kind === planned(plan, row).kind))
    for (const { id, values } of changing) {
      const { revision: _, ...row } = values
      save({ tables: [{ table: plan.table, ...(id === undefined ? {} : { id }), row }] })
    }
    plan.applied = true
    return { data: { status: 'OK', change: 1, records: changing.length }, feed: 1 }
  }

  let present: unknown = user
  const replies = new Map<string, (data: never) => Reply>([
    ['Auth.getLang', () => ({ auth: start })],
    ['Auth.checkAuth', () => (present ? { auth: { status: 'OK', user: present } } : refusal('session_required'))],
    [
      'Reference.getData',
      ({ tables: queries }: Input<Calls['Reference']['getData']>) => ({
        data: Object.fromEntries(queries.map((query) => [query.as ?? query.table, read(query)])),
        feed,
      }),
    ],
    ['Reference.saveData', save],
    ['Reference.deleteData', remove],
    ['Import.begin', begin],
    [
      'Import.rows',
      ({ import_id, rows }: Input<Calls['Import']['rows']>) => {
        const plan = planOf(import_id)
        plan.rows.push(...rows)
        return { data: { status: 'OK', received: plan.rows.length, planned: plan.rows.length === plan.total } }
      },
    ],
    ['Import.status', status],
    ['Import.commit', commit],
    ['Auth.Sessions', () => ({ data: { sessions: [], verified: [], has_pin: false } })],
    ['Order.shown', () => ({ data: { status: 'OK' } })],
    ['Audit.names', () => ({ data: { status: 'OK', names: {} } })],
    ['Audit.timeline', () => ({ data: { status: 'OK', events: [], more: false } })],
  ])
  const seen: RecordedCall[] = []

  const transport: Transport = async ({ form }) => {
    const call = `${form.get('api')}.${form.get('method')}`
    const data = JSON.parse(form.get('data') ?? '{}') as Values
    seen.push({ call, data, company: form.get('company') })
    const reply = replies.get(call)
    if (!reply) throw new Error(`The fake server has no answer to ${call}`)
    const body = await reply(data as never)
    if (typeof body === 'number') return { kind: 'answer', status: body, text: '' }
    if (typeof body === 'string') return { kind: 'answer', status: 200, text: body }
    // Signing in starts a session.
    const { user: signedIn } = (body as { auth?: Values }).auth ?? {}
    if (signedIn) present = signedIn
    const text = JSON.stringify({ status: 'OK', server_time: Date.now() / 1000, ...body })
    return { kind: 'answer', status: 200, text }
  }
  return {
    transport,
    seen,
    rows: rowsOf,
    advance: () => (feed += 1),
    saved: () =>
      seen
        .filter(({ call }) => call === 'Reference.saveData')
        .flatMap(({ data }) => (data['tables'] as { row: Values }[]).map(({ row }) => row)),
    imported: () =>
      seen
        .filter(({ call }) => call === 'Import.rows')
        .flatMap(({ data }) => (data['rows'] as ImportRow[]).map(({ values }) => values)),
    on(call, reply) {
      const before = replies.get(call)
      replies.set(call, reply)
      return () => void (before ? replies.set(call, before) : replies.delete(call))
    },
  }
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return JSON.stringify(a ?? '').localeCompare(JSON.stringify(b ?? ''))
}
