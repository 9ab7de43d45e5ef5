import {
  type Actor,
  can,
  isSame,
  limitDecision,
  mayTranslate,
  optionDecision,
  rowProblems,
  valueDecision,
  writableFields,
} from '@tiffin/core/rules'
import { apiError, type Entity, type Field, type Multilang } from '@tiffin/sdk/contract'
import { isDerived } from '#db/columns'
import { startEarly } from '#db/database'
import { byRegistryOrder, returnableFields } from './change.ts'
import type { Change, Key, WireRow } from './change-info.ts'
import { checkContent } from './check-content.ts'
import { checkReferences } from './check-references.ts'
import { type CompanyState, readCompany } from '#tenant/company-state'
import { changedLanguages, type Edit, assertNotStale } from './conflicts.ts'
import { countRows } from './count-rows.ts'
import { toConstraintError } from './constraint-error.ts'
import { hasReadScope } from './read-scope.ts'
import type { HookContext, SavedRow } from './save-hook.ts'
import { initialValues } from './initial-values.ts'
import { createRefusals } from './refusals.ts'
import { checkValue, refusedRow, refusedValue } from './save-plan.ts'
import type { PlannedRow } from './planned-row.ts'
import { rulesOf } from './table-rules.ts'
import type { SecretBox } from '#sessions/secret-box'
import { readLanguages } from '#tenant/languages'
import { openFields, unknownField } from './view.ts'

export interface SaveContext {
  actor: Actor
  now: Date
  lang: string
  /** Encrypts secrets before they are stored. */
  secretBox: SecretBox
  /** Session of the user, which survives a change of their own password. */
  session?: number | undefined
  /** Further saves of the same change follow; `finishSaves` then checks the conditions at its end. */
  deferred?: boolean | undefined
}

export interface SaveResult {
  status: 'OK'
  /** First row of the table in the request. */
  data: WireRow
  /** `skipped`: the fields that stayed, because the row was read before they changed (AMB-089). */
  rows: { status: 'OK'; data: WireRow; skipped?: readonly string[] }[]
}

/**
 * Writes the planned rows, all or none, and returns them by table as the user may see them (API-15, API-16).
 * @throws `not_found` (also for rows of another company), `forbidden`, `conflict` with the current row, `bad_reference`,
 * `duplicate`, `limit_reached`, `option_required`, `invalid_value` with a message, and the errors of the order rules
 */
export async function saveRows(
  change: Change,
  rows: readonly PlannedRow[],
  context: SaveContext,
): Promise<Record<string, SaveResult>> {
  const { saved, present } = await writePlanned(change, rows, context)
  return toResults(rows, saved, present)
}

/** Saves like `saveRows`, but returns only the keys, in the order of the rows: presenting many rows takes long. */
export async function saveForKeys(change: Change, rows: readonly PlannedRow[], context: SaveContext): Promise<Key[]> {
  const { saved } = await writePlanned(change, rows, context)
  return rows.map((planned) => savedRow(saved, planned).after[planned.entity.key] as Key)
}

type Saved = ReadonlyMap<PlannedRow, SavedRow>

async function writePlanned(
  change: Change,
  rows: readonly PlannedRow[],
  { actor: asker, now, lang, secretBox, session, deferred }: SaveContext,
): Promise<{ saved: Saved; present: Presenter }> {
  const order = [...new Set(rows.map(({ entity }) => entity))].toSorted(byRegistryOrder)
  const [company, languages] = await Promise.all([
    readCompany(change.tx, change.info.company),
    order.some(hasTexts) ? readLanguages(change.tx) : Promise.resolve([]),
  ])
  // The cached session may have outdated options.
  const actor: Actor = { ...asker, options: company }
  // A save refused because of the company's state takes no locks, and does not wait for any.
  for (const planned of rows) checkCompany(planned, company, change.info.company)
  // All locks are requested at once; each is taken while the rows of the previous one are checked.
  const locks = order.map((entity) => startEarly(lockPlanned(change, entity, rows)))
  // Rows may swap positions and refer to each other; only the final state must be valid.
  const deferring = startEarly(change.tx.sql('set constraints all deferred'))
  const present = presenter(actor, languages)
  const context: HookContext = {
    change,
    actor,
    company,
    now,
    lang,
    secretBox,
    session,
    deferred,
  }
  const saved = new Map<PlannedRow, SavedRow>()
  for (const [index, entity] of order.entries()) {
    const own = rows.filter((row) => row.entity === entity)
    await checkLimit(own, context)
    for (const row of await lockRows(own, locks[index] as Lock, context, languages, present)) saved.set(row.planned, row)
  }
  await checkReferences(change, actor, [...saved.values()])
  await checkContent(change, [...saved.values()])
  await deferring
  try {
    for (const entity of order)
      await writeRows(
        entity,
        [...saved.values()].filter(({ planned }) => planned.entity === entity),
        context,
      )
    if (!deferred) await change.tx.sql('set constraints all immediate')
  } catch (error) {
    throw toConstraintError(error, rows) ?? error
  }
  return { saved, present }
}

/** Checks the conditions at the end of deferred saves and deletions. */
export async function finishSaves(change: Change, rows: readonly Pick<PlannedRow, 'entity' | 'index'>[]): Promise<void> {
  for (const entity of new Set(rows.map((row) => row.entity))) await rulesOf(entity).save?.finish?.(change)
  try {
    await change.tx.sql('set constraints all immediate')
  } catch (error) {
    throw toConstraintError(error, rows) ?? error
  }
}

/** A write must act for the company of its rows (DESIGN §3). */
function checkCompany(planned: PlannedRow, company: CompanyState | null, own: number): void {
  const { entity, set } = planned
  if (entity.scope !== 'company') return
  if (!company) throw refusedRow(planned, 'company_required')
  if ('company' in set && set['company'] !== own) throw refusedRow(planned, 'foreign_company', 'company')
  const option = optionDecision(company, entity)
  if (!option.allowed) throw refusedRow(planned, option.code, undefined, option.params)
}

/** Unchanged values need no option: a whole row may be sent back after the company chose a smaller tariff (PERM-23). */
function checkOptions(planned: PlannedRow, set: WireRow, company: CompanyState | null): void {
  for (const name of Object.keys(set)) {
    const decision = valueDecision(company, planned.entity.fields[name] as Field, set[name])
    if (!decision.allowed) throw refusedRow(planned, decision.code, name, decision.params)
  }
}

const isMultilang = ({ entity }: PlannedRow, name: string): boolean => entity.fields[name]?.kind === 'multilang'

/** Whether an entity's fields depend on the platform's languages. */
const hasTexts = (entity: Entity): boolean =>
  rulesOf(entity).read?.languages !== undefined || Object.values(entity.fields).some(({ kind }) => kind === 'multilang')

/**
 * Refuses a text in a language that does not exist, because no one could read or change it; a text in a deleted language may
 * stay.
 */
function checkLanguages(planned: PlannedRow, set: WireRow, before: WireRow | null, languages: readonly string[]): void {
  for (const name of Object.keys(set)) {
    if (!isMultilang(planned, name)) continue
    const known = new Set([...languages, ...Object.keys((before?.[name] as Multilang | undefined) ?? {})])
    const stray = Object.keys(set[name] as Multilang).find((code) => !known.has(code))
    if (stray !== undefined)
      throw refusedValue(planned, name, { text: "Language %1 isn't available on this platform", params: [stray] })
  }
}

async function checkLimit(rows: readonly PlannedRow[], { change, company }: HookContext): Promise<void> {
  const created = rows.filter(({ key }) => key === null)
  const [first] = created
  const limit = first?.entity.limit
  if (!first || limit === undefined || !company || limitDecision(company, limit, Number.MAX_SAFE_INTEGER).allowed) return
  const count = await countRows(change, first.entity)
  const refusals = createRefusals()
  await refusals.each([...created.entries()], ([index, planned]) => {
    const decision = limitDecision(company, limit, count + index)
    if (!decision.allowed) throw refusedRow(planned, decision.code, undefined, decision.params)
  })
  refusals.raise()
}

/** Rows for the answer, as the user may see them. */
interface Presenter {
  saved(planned: PlannedRow, row: WireRow, skipped: readonly string[]): WireRow
  /** The row that a refused save did not change. */
  current(planned: PlannedRow, row: WireRow): WireRow
}

type Lock = Promise<ReadonlyMap<Key, WireRow>>

/** The existing rows, by key. */
async function lockPlanned(change: Change, entity: Entity, rows: readonly PlannedRow[]): Promise<ReadonlyMap<Key, WireRow>> {
  if (rulesOf(entity).saveUnrecorded) return new Map()
  const keys = rows.flatMap(({ entity: own, key }) => (own !== entity || key === null ? [] : [key]))
  return change.lock(entity, keys)
}

async function lockRows(
  rows: readonly PlannedRow[],
  locked: Lock,
  { change, actor, company }: HookContext,
  languages: readonly string[],
  present: Presenter,
): Promise<SavedRow[]> {
  const [first] = rows
  if (!first) return []
  const { entity } = first
  if (rulesOf(entity).saveUnrecorded) return rows.map((planned) => ({ planned, before: null, set: { ...planned.set } }))
  const keys = rows.flatMap(({ key }) => (key === null ? [] : [key]))
  if (new Set(keys).size < keys.length) throw refusedRow(first, 'invalid_value', entity.key)
  const current = await locked
  const writableOf = writableRows(actor, entity)
  const saved: SavedRow[] = []
  const edits: Edit[] = []
  const refusals = createRefusals()
  const mayRead = hasReadScope(actor)
  const reads = (target: Entity, name: string): boolean => mayRead && openFields(actor, target, languages).has(name)
  await refusals.each(rows, (planned) => {
    const before = planned.key === null ? null : (current.get(planned.key) ?? null)
    if (planned.key !== null && !isVisible(actor, entity, before)) throw refusedRow(planned, 'not_found')
    if (before) checkRow(planned, actor, before, writableOf)
    const set = changedFields(planned, before, actor, languages)
    if (entity.scope === 'company') checkOptions(planned, set, company)
    if (!planned.isHistory) checkLanguages(planned, set, before, languages)
    const outdated = before && !planned.isHistory ? (rulesOf(entity).save?.outdated?.(planned, before) ?? []) : []
    // Whether an equal value is skipped would tell a sender who can't read the field whether a guess is right.
    const skipped = outdated.filter((name) => name in set || (name in planned.set && !reads(entity, name)))
    for (const name of skipped) delete set[name]
    if (before) edits.push({ planned, before, set, skipped })
    saved.push({ planned, before, set, skipped })
  })
  refusals.raise()
  await assertNotStale(change, edits, { present: present.current, reads })
  return saved
}

/** A row hidden from the user is refused exactly like a missing one. */
const isVisible = (actor: Actor, entity: Entity, row: WireRow | null): boolean =>
  row !== null && row['delete'] !== 1 && can(actor, 'read', entity, row).allowed

type WritableFields = (row: WireRow) => ReadonlySet<string>

/** The writable fields of each row, computed once for many rows of few merchants. */
function writableRows(actor: Actor, entity: Entity): WritableFields {
  const known = new Map<unknown, ReadonlySet<string>>()
  return (row) => {
    const owner = row[entity.access.rows === 'ofMerchant' ? 'merchant' : entity.key]
    const fields = known.get(owner) ?? writableFields(actor, entity, row)
    known.set(owner, fields)
    return fields
  }
}

function checkRow(planned: PlannedRow, actor: Actor, before: WireRow, writableOf: WritableFields): void {
  const { entity, set } = planned
  const decision = can(actor, 'update', entity, before)
  if (!decision.allowed) throw refusedRow(planned, decision.code, undefined, decision.params)
  const writable = writableOf(before)
  const closed = Object.keys(set).find((name) => !writable.has(name))
  if (closed !== undefined) throw refusedRow(planned, 'forbidden', closed)
}

/**
 * The fields to write: only differences from the current row are checked and written. The languages of a dictionary row
 * become its `texts`; each user changes only their own (PERM-24). Undo also restores texts in a language deleted in the meantime:
 * like texts of untouched rows, they reappear if the language does, and no one owns that language by then.
 */
function changedFields(planned: PlannedRow, before: WireRow | null, actor: Actor, languages: readonly string[]): WireRow {
  const set = before === null ? { ...planned.set } : changedValues(planned, before)
  const isKnown = (code: string): boolean => languages.includes(code)
  const stray = planned.isHistory ? undefined : Object.keys(planned.languages).find((code) => !isKnown(code))
  if (stray !== undefined) throw Object.assign(unknownField(planned.entity.name, stray), { row: planned.index })
  const codes = changedLanguages({ planned, before: before ?? { texts: {} } })
  const foreign = codes.find((code) => isKnown(code) && !mayTranslate(actor, code))
  if (foreign !== undefined) throw refusedRow(planned, 'forbidden', foreign)
  if (codes.length === 0) return set
  const given = Object.fromEntries(codes.map((code) => [code, planned.languages[code]]))
  return { ...set, texts: { ...(before?.['texts'] as Record<string, string> | undefined), ...given } }
}

/** A row sent back as it was read changes nothing. */
function changedValues(planned: PlannedRow, before: WireRow): WireRow {
  const set: WireRow = {}
  for (const name of Object.keys(planned.set)) {
    if (isSame(planned.sent[name], before[name])) continue
    const value = planned.checked ? planned.set[name] : checkValue(planned, name, planned.sent[name], before[name])
    if (!isSame(value, before[name])) set[name] = value
  }
  return set
}

async function writeRows(entity: Entity, rows: SavedRow[], context: HookContext): Promise<void> {
  const { change } = context
  const { saveUnrecorded, save } = rulesOf(entity)
  if (saveUnrecorded) return saveUnrecorded(change, rows)
  const created = rows.filter(({ before }) => before === null)
  const filled = await initialValues(
    change,
    entity,
    created.map(({ set }) => set),
    context,
  )
  for (const [index, row] of created.entries()) row.set = filled[index] ?? row.set
  const refusals = createRefusals()
  await refusals.each(rows, assertNoProblems)
  refusals.raise()
  await save?.before?.(rows, context)
  const inserted = await change.insert(
    entity,
    created.map(({ set }) => storedValues(entity, set)),
  )
  for (const [index, row] of created.entries()) row.after = inserted[index] as WireRow
  const existing = rows.filter((row) => row.before !== null)
  const updated = await change.update(
    entity,
    existing.map(({ planned, set }) => ({ key: planned.key as Key, set: storedValues(entity, set) })),
  )
  const byKey = new Map(updated.map((row) => [row[entity.key], row]))
  for (const row of existing) row.after = byKey.get(row.planned.key) ?? (row.before as WireRow)
  await save?.after?.(rows, context)
}

/** Applies the rules between fields that editors also apply; the message names the problem. */
function assertNoProblems({ planned, before, set }: SavedRow): void {
  const [found] = Object.entries(rowProblems(planned.entity, before, { ...before, ...set }))
  if (found) throw refusedValue(planned, ...found)
}

const storedValues = (entity: Entity, set: WireRow): WireRow =>
  Object.fromEntries(Object.entries(set).filter(([name]) => entity.fields[name] && !isDerived(entity, name)))

/**
 * Rows as this user sees them, with the same list of fields as a read. An access token without the scope `read` gets the key, the
 * revision and the fields that it wrote: otherwise a save that changes nothing would read any row, without a trace.
 */
function presenter(actor: Actor, languages: readonly string[]): Presenter {
  const whole = rowPresenter(actor, languages)
  if (hasReadScope(actor)) {
    const present = ({ entity }: PlannedRow, row: WireRow): WireRow => whole(entity, row)
    return { saved: present, current: present }
  }
  const only = ({ entity }: PlannedRow, row: WireRow, names: readonly string[]): WireRow => {
    const shown = whole(entity, row)
    return Object.fromEntries([entity.key, 'revision', ...names].flatMap((name) => (name in shown ? [[name, shown[name]]] : [])))
  }
  return {
    saved: (planned, row, skipped) => {
      const sent = [...Object.keys(planned.set), ...Object.keys(planned.languages)]
      return only(
        planned,
        row,
        sent.filter((name) => !skipped.includes(name)),
      )
    },
    current: (planned, row) => only(planned, row, []),
  }
}

function rowPresenter(actor: Actor, languages: readonly string[]): (entity: Entity, row: WireRow) => WireRow {
  const known = new Map<Entity, string[] | 'all'>()
  const fieldsOf = (entity: Entity): string[] | 'all' => {
    const open = openFields(actor, entity, languages)
    const fields = returnableFields(entity).every((name) => open.has(name)) ? 'all' : [...open.keys()]
    known.set(entity, fields)
    return fields
  }
  return (entity, row) => {
    const fields = known.get(entity) ?? fieldsOf(entity)
    // Returned as the database wrote it; copying each row of a large save costs as much as checking it.
    if (fields === 'all') return row
    const shown: WireRow = { [entity.key]: row[entity.key] }
    for (const name of fields)
      shown[name] = entity.fields[name] ? row[name] : ((row['texts'] as Record<string, string> | undefined)?.[name] ?? '')
    return rulesOf(entity).read?.present?.(actor, shown) ?? shown
  }
}

function savedRow(saved: Saved, planned: PlannedRow): SavedRow & { after: WireRow } {
  const row = saved.get(planned)
  if (!row?.after) throw apiError('server_error')
  return { ...row, after: row.after }
}

function toResults(rows: readonly PlannedRow[], saved: Saved, present: Presenter): Record<string, SaveResult> {
  const results: Record<string, SaveResult> = {}
  for (const planned of rows) {
    const { after, skipped = [] } = savedRow(saved, planned)
    const data = present.saved(planned, after, skipped)
    const result = (results[planned.entity.name] ??= { status: 'OK', data, rows: [] })
    result.rows.push(skipped.length > 0 ? { status: 'OK', data, skipped } : { status: 'OK', data })
  }
  return results
}
