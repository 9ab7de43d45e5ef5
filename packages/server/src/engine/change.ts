import { apiError, type Entity, type Field } from '@tiffin/sdk/contract'
import { columns, companyColumn, isDerived, projection, quote, tables } from '#db/columns'
import { type Database, type Scope, startEarly, type Tx } from '#db/database'
import { PAIRED_PREFIX } from '#sessions/device-sessions'
import { enforceRightsVersion } from '#sessions/rights-version'
import type { Change, ChangeInfo, Key, Lock, TouchedRow, WireRow } from './change-info.ts'
import { recordChange } from './record-change.ts'
import { rulesOf } from './table-rules.ts'

/** Called after a commit with the feeds that have grown. */
export interface FeedListener {
  published(feeds: readonly { company: number; number: number }[]): void
}

export interface ChangeResult<T> {
  value: T
  /** Feed number of the company after this change; 0 if nothing was written. */
  feed: number
  /** Number of the change in the history; 0 if nothing was written. */
  change: number
  /** True if the response was stored by an earlier request with the same key. */
  repeated: boolean
}

/**
 * Runs one change in one transaction: rows, history, feed numbers and the stored response are committed together or not at all.
 * @param whileCommitting prepares a new answer; must not throw
 * @throws `idempotency_mismatch` if the key was used for another request, `cancelled` if the client disconnected,
 * `rights_changed`
 */
export async function makeChange<T>(
  db: Pick<Database, 'write'>,
  listener: FeedListener,
  info: ChangeInfo,
  work: (change: Change) => Promise<T>,
  whileCommitting?: (value: T, feed: number, change: number) => void,
): Promise<ChangeResult<T>> {
  const scope: Scope = info.company > 0 ? { company: info.company } : { global: true }
  const result = await db.write(scope, async (tx) => {
    const storedResponse = await idempotentResponse(tx, info)
    if (storedResponse)
      return {
        value: storedResponse.value as T,
        feed: storedResponse.feed,
        change: storedResponse.change ?? 0,
        feeds: [],
        repeated: true,
      }
    const touched: TouchedRow[] = []
    const own = { ...info }
    const announced: [string, Key][] = []
    const change = openChange(tx, own, touched, announced)
    const value = await work(change)
    await finish(change, touched)
    const changed = touched.flatMap((row) => rulesOf(row.entity).rightsOf?.(row) ?? [])
    const enforced = startEarly(enforceRightsVersion(tx, own.rights, [...new Set(changed)]))
    const { id, feeds } = await recordChange(tx, own, touched, announced)
    await enforced
    const feed = feeds.find((entry) => entry.company === own.company)?.number ?? 0
    await storeResponse(tx, info, { value, feed, change: id })
    if (info.isAbandoned?.()) throw apiError('cancelled')
    if (whileCommitting) tx.whileCommitting(() => whileCommitting(value, feed, id))
    // Reporting growth of feed 0 tells all processes that something changed for users in any company, such as their rights.
    const notifiedFeeds = touched.some(({ entity }) => rulesOf(entity).holdsRights)
      ? [...feeds, { company: 0, number: 0 }]
      : feeds
    return { value, feed, change: id, feeds: notifiedFeeds, repeated: false }
  })
  if (result.feeds.length > 0) listener.published(result.feeds)
  return { value: result.value, feed: result.feed, change: result.change, repeated: result.repeated }
}

/** Runs at the end of a change of these rows: checks conditions, or adds rows. */
async function finish(change: Change, touched: readonly TouchedRow[]): Promise<void> {
  for (const check of new Set(touched.map(({ entity }) => rulesOf(entity).finish)))
    await check?.(change.tx, change.info.company, touched, change)
}

/** Runs a change without keeping it: the same checks and rules apply, and nothing is written, recorded or announced. */
export async function dryRunChange<T>(
  db: Pick<Database, 'write'>,
  info: ChangeInfo,
  work: (change: Change, touched: readonly TouchedRow[]) => Promise<T>,
): Promise<T> {
  const scope: Scope = info.company > 0 ? { company: info.company } : { global: true }
  let value: T | undefined
  const done = apiError('cancelled')
  try {
    await db.write(scope, async (tx) => {
      const touched: TouchedRow[] = []
      const own = { ...info }
      const change = openChange(tx, own, touched, [])
      value = await work(change, touched)
      await finish(change, touched)
      throw done
    })
  } catch (error) {
    if (error !== done) throw error
  }
  return value as T
}

/** Whether a request with this key was carried out: its preconditions may no longer hold, but its response is stored. */
export async function wasApplied(db: Pick<Database, 'read'>, info: ChangeInfo): Promise<boolean> {
  if (!info.idempotency) return false
  const { key, hash } = info.idempotency
  const rows = await db.read({ global: true }, (tx) =>
    tx.sql('select from idempotency where admin = $1 and company = $2 and key = $3 and request_hash = $4', [
      info.admin ?? 0,
      info.company,
      idempotencyKeyOf(info.device, key),
      hash,
    ]),
  )
  return rows.length > 0
}

/** A paired device acts in the name of the user who confirmed it, but has its own keys. */
export const idempotencyKeyOf = (device: string, key: string): string =>
  device.startsWith(PAIRED_PREFIX) ? `${device} ${key}` : key

/** Responses stored by an older release have no `change`. */
async function idempotentResponse(tx: Tx, info: ChangeInfo): Promise<{ value: unknown; feed: number; change?: number } | null> {
  if (!info.idempotency) return null
  const { hash } = info.idempotency
  const key = idempotencyKeyOf(info.device, info.idempotency.key)
  const inserted = await tx.sql(
    `insert into idempotency (admin, company, key, request_hash) values ($1, $2, $3, $4) on conflict do nothing returning key`,
    [info.admin ?? 0, info.company, key, hash],
  )
  if (inserted.length > 0) return null
  const [row] = await tx.sql<{ request_hash: Buffer; answer: { value: unknown; feed: number; change?: number } }>(
    `select request_hash, answer from idempotency where admin = $1 and company = $2 and key = $3`,
    [info.admin ?? 0, info.company, key],
  )
  if (!row || !row.request_hash.equals(hash)) throw apiError('idempotency_mismatch')
  return row.answer
}

async function storeResponse(tx: Tx, info: ChangeInfo, response: unknown): Promise<void> {
  if (!info.idempotency) return
  await tx.sql(`update idempotency set answer = $4 where admin = $1 and company = $2 and key = $3`, [
    info.admin ?? 0,
    info.company,
    idempotencyKeyOf(info.device, info.idempotency.key),
    JSON.stringify(response),
  ])
}

/** Fields of an entity that may ever be returned. */
export const returnableFields = (entity: Entity): string[] =>
  Object.entries(entity.fields)
    .filter(([, field]) => field.kind !== 'secret')
    .map(([name]) => name)

const projectionList = (entity: Entity, names: readonly string[], row: string): string =>
  names.map((name) => `${projection(entity, name, row)} as ${quote(name)}`).join(', ')

const returning = (entity: Entity, row: string): string => projectionList(entity, returnableFields(entity), row)

/** Fields that an update may change; the locked row has the rest. */
const touchedBy = (entity: Entity, names: readonly string[]): string[] =>
  returnableFields(entity).filter(
    (name) => name === entity.key || name === 'revision' || names.includes(name) || isDerived(entity, name),
  )

/**
 * Limits a statement with one further parameter to the company of the change, so that the index of `(company, key)`
 * is used.
 */
function companyCondition(entity: Entity, info: ChangeInfo, row: string): { where: string; values: number[] } {
  const column = companyColumn(entity)
  return column === null ? { where: 'true', values: [] } : { where: `${row}.${quote(column)} = $2`, values: [info.company] }
}

const recordset = (entity: Entity, names: readonly string[]): string =>
  names.map((name) => `${quote(name)} ${columns[(entity.fields[name] as Field).kind].type}`).join(', ')

const isStored = (entity: Entity, name: string): boolean => entity.fields[name] !== undefined && !isDerived(entity, name)

/** Converts a wire value for the column: a number that means "no value" becomes NULL. */
function storedValue(field: Field, value: unknown): unknown {
  return field.nullValue !== undefined && value === field.nullValue ? null : value
}

function openChange(tx: Tx, info: ChangeInfo, touched: TouchedRow[], announced: [string, Key][]): Change {
  const locked = new Map<string, WireRow>()
  /** Entries of `locked` before each write of an attempt, oldest first. */
  const replaced: [string, WireRow | undefined][] = []
  let attempts = 0
  const slot = (entity: Entity, key: Key): string => `${entity.name}/${key}`

  function setLocked(at: string, row: WireRow | undefined): void {
    if (attempts > 0) replaced.push([at, locked.get(at)])
    if (row) locked.set(at, row)
    else locked.delete(at)
  }

  async function lock(entity: Entity, keys: readonly Key[], strength: Lock = 'for no key update'): Promise<Map<Key, WireRow>> {
    const missing = [...new Set(keys)].filter((key) => strength === 'for update' || !locked.has(slot(entity, key)))
    if (missing.length > 0) {
      const key = quote(entity.key)
      const type = columns[(entity.fields[entity.key] as Field).kind].type
      // Keys never change, so this lock does not block new references to the rows; blocking them would cause deadlocks.
      const { where, values } = companyCondition(entity, info, 't')
      const rows = await tx.sql<WireRow>(
        `select ${returning(entity, 't')} from ${quote(entity.name)} t
         where ${where} and t.${key} = any($1::${type}[]) order by t.${key} ${strength} of t`,
        [missing, ...values],
      )
      for (const row of rows) setLocked(slot(entity, row[entity.key] as Key), row)
    }
    const found = keys.map((key) => [key, locked.get(slot(entity, key))] as const)
    return new Map(found.filter((entry): entry is readonly [Key, WireRow] => entry[1] !== undefined))
  }

  /** Keys in the order of the rows. */
  async function withKeys(entity: Entity, rows: readonly WireRow[]): Promise<WireRow[]> {
    const keys = await tx.sql<{ key: number }>(
      'select nextval(pg_get_serial_sequence($1, $2)) as key from generate_series(1, $3)',
      [quote(entity.name), entity.key, rows.length],
    )
    return rows.map((row, place) => ({ [entity.key]: keys[place]?.key, ...row }))
  }

  async function insert(entity: Entity, given: readonly WireRow[]): Promise<WireRow[]> {
    // Rows with different fields are inserted one group after another.
    const needsKeys = entity.fields[entity.key]?.kind === 'id' && groupByFields(entity, given).length > 1
    const rows = needsKeys ? await withKeys(entity, given) : given
    // Rows are returned in the order in which they were given.
    const inserted: WireRow[] = []
    for (const { names, places } of groupByFields(entity, rows)) {
      // A row with only defaults sets no column but its key.
      const list = names.map(quote).join(', ') || quote(entity.key)
      const values =
        names.length > 0 ? `select ${list}` : `select nextval(pg_get_serial_sequence('${quote(entity.name)}', '${entity.key}'))`
      const source =
        names.length > 0 ? `jsonb_to_recordset($1::jsonb) as r(${recordset(entity, names)})` : `jsonb_array_elements($1::jsonb)`
      const result = await tx.rows<WireRow>({
        sql: `insert into ${quote(entity.name)} as t (${list}) ${values} from ${source} returning ${returning(entity, 't')}`,
        parameters: [JSON.stringify(places.map((place) => toStored(entity, rows[place] as WireRow)))],
        recurs: true,
      })
      for (const [index, place] of places.entries()) inserted[place] = result[index] as WireRow
    }
    for (const [place, row] of inserted.entries()) {
      const key = row[entity.key] as Key
      setLocked(slot(entity, key), row)
      touched.push({ entity, key, action: 'Create', before: null, after: row, secrets: secretsOf(entity, rows[place]) })
    }
    return inserted
  }

  async function update(entity: Entity, patches: readonly { key: Key; set: WireRow }[]): Promise<WireRow[]> {
    const before = await lock(
      entity,
      patches.map((patch) => patch.key),
    )
    const changed: WireRow[] = []
    const rows = patches
      .filter((patch) => before.has(patch.key))
      .map((patch): WireRow => ({ ...patch.set, [entity.key]: patch.key }))
    for (const { names, places } of groupByFields(entity, rows)) {
      const own = names.filter((name) => name !== entity.key)
      if (own.length === 0) continue
      const versionedFields = own.filter((name) => (entity.fields[name] as Field).volatile !== true)
      const sets = own.map((name) => `${quote(name)} = r.${quote(name)}`)
      const differs = versionedFields.map((name) => `t.${quote(name)} is distinct from r.${quote(name)}`)
      if (versionedFields.length > 0) sets.push(`revision = t.revision + case when ${differs.join(' or ')} then 1 else 0 end`)
      const key = quote(entity.key)
      const { where, values } = companyCondition(entity, info, 't')
      const result = await tx.rows<WireRow>({
        sql: `update ${quote(entity.name)} t set ${sets.join(', ')} from jsonb_to_recordset($1::jsonb) as r(${recordset(entity, names)})
         where ${where} and t.${key} = r.${key} returning ${projectionList(entity, touchedBy(entity, own), 't')}`,
        parameters: [JSON.stringify(places.map((place) => toStored(entity, rows[place] as WireRow))), ...values],
        recurs: true,
      })
      for (const row of result) changed.push({ ...before.get(row[entity.key] as Key), ...row })
    }
    const written = new Map(rows.map((row) => [row[entity.key], row]))
    for (const row of changed) {
      const key = row[entity.key] as Key
      const secrets = secretsOf(entity, written.get(key))
      touched.push({ entity, key, action: 'Update', before: before.get(key) ?? null, after: row, secrets })
      setLocked(slot(entity, key), row)
    }
    return changed
  }

  async function remove(entity: Entity, keys: readonly Key[]): Promise<void> {
    const before = await lock(entity, keys)
    const key = quote(entity.key)
    const type = columns[(entity.fields[entity.key] as Field).kind].type
    const { where, values } = companyCondition(entity, info, 't')
    await tx.sql(`delete from ${quote(entity.name)} t where ${where} and t.${key} = any($1::${type}[])`, [
      [...before.keys()],
      ...values,
    ])
    for (const [rowKey, row] of before) {
      setLocked(slot(entity, rowKey), undefined)
      touched.push({ entity, key: rowKey, action: 'Delete', before: row, after: null, secrets: [] })
    }
  }

  async function setCompany(company: number): Promise<void> {
    if (info.company !== 0) throw new Error('A change works on one company')
    info.company = company
    await tx.sql(`select set_config('tiffin.company', $1, true)`, [String(company)])
  }

  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    const before = { replaced: replaced.length, touched: touched.length, announced: announced.length }
    await tx.sql('savepoint attempt')
    attempts += 1
    try {
      const value = await work()
      await tx.sql('release savepoint attempt')
      return value
    } catch (error) {
      await tx.sql('rollback to savepoint attempt')
      await tx.sql('release savepoint attempt')
      for (const [at, row] of replaced.slice(before.replaced).toReversed()) setLocked(at, row)
      touched.length = before.touched
      announced.length = before.announced
      throw error
    } finally {
      attempts -= 1
      if (attempts === 0) replaced.length = 0
    }
  }

  return {
    tx,
    info,
    lock,
    insert,
    update,
    remove,
    attempt,
    setCompany,
    announce: (name, key) => void announced.push([name, key]),
  }
}

const toStored = (entity: Entity, row: WireRow): WireRow =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => isStored(entity, name))
      .map(([name, value]) => [name, storedValue(entity.fields[name] as Field, value)]),
  )

const secretsOf = (entity: Entity, row: WireRow | undefined): string[] =>
  Object.keys(row ?? {}).filter((name) => entity.fields[name]?.kind === 'secret')

/**
 * Groups rows that have the same fields in any order, so that each group is one repeated statement; `places` are
 * their indexes.
 */
function groupByFields(entity: Entity, rows: readonly WireRow[]): { names: string[]; places: number[] }[] {
  const groups = new Map<string, { names: string[]; places: number[] }>()
  for (const [place, row] of rows.entries()) {
    const names = Object.keys(row)
      .filter((name) => isStored(entity, name))
      .toSorted()
    const id = names.join()
    const group = groups.get(id) ?? { names, places: [] }
    group.places.push(place)
    groups.set(id, group)
  }
  return [...groups.values()]
}

const registryOrder = new Map(tables().map((entity, index) => [entity.name, index]))

/** The order in which rows of several tables are locked, so that changes can't deadlock. */
export const byRegistryOrder = (a: Entity, b: Entity): number =>
  (registryOrder.get(a.name) ?? 0) - (registryOrder.get(b.name) ?? 0)
