import { type ApiError, apiError, type Entity, isApiError, type ParsedImportRow } from '@tiffin/sdk/contract'
import type { Tx } from '#db/database'
import { extendTimeout } from '#engine/extend-timeout'
import { dryRunChange } from '#engine/change'
import type { Change, Key, TouchedRow } from '#engine/change-info'
import { changeInfo } from '#engine/change-of-call'
import { hasReadScope } from '#engine/read-scope'
import { readLanguages } from '#tenant/languages'
import { openFields } from '#engine/view'
import type { SessionCall } from '#server/context'
import { assertOption, importableEntity, isNotUndoable } from './importable.ts'
import { changedParts, changesOf, givenValues, isLoss } from './line-values.ts'
import { saveValues } from './save-values.ts'
import { BATCH, type PlanLine } from './plan-store.ts'

/** Time limit of a plan. */
const MAX_MS = 4 * 60_000

/** Errors of the whole request rather than of one row. */
const requestErrors: ReadonlySet<string> = new Set([
  'server_error',
  'database_unavailable',
  'write_timeout',
  'server_busy',
  'shutting_down',
  'session_expired',
  'company_required',
])

interface Planning {
  call: SessionCall
  entity: Entity
  change: Change
  touched: readonly TouchedRow[]
  /** Fields that the user may see. */
  isOpen: (name: string) => boolean
  lines: PlanLine[]
  deadline: number
}

/**
 * The plan of these rows: they are saved as `saveData` would, in a transaction that is then rolled back. So all checks and rules
 * of a save apply, between rows of the sheet too.
 */
export async function makePlan(call: SessionCall, table: string, rows: readonly ParsedImportRow[]): Promise<PlanLine[]> {
  const entity = importableEntity(table, call.company)
  const { idempotency: _, ...info } = changeInfo(call)
  const lines: PlanLine[] = []
  const deadline = Date.now() + MAX_MS
  const good = refuseEarly(rows, { call, entity, lines })
  let planned = 0
  do {
    // oxlint-disable-next-line no-await-in-loop -- one part after another
    const more = await dryRunChange(call.db, info, async (change, touched) => {
      await extendTimeout(change.tx)
      await assertOption(change.tx, entity, change.info.company)
      const open = openFields(call.session.actor, entity, await readLanguages(change.tx))
      const isOpen = (name: string): boolean => open.has(name.split('.')[0] ?? name)
      const planning: Planning = { call, entity, change, touched, isOpen, lines: [], deadline }
      const done = await tryUntilAwaited(planning, good.slice(planned))
      return { done, lines: planning.lines }
    })
    planned += more.done
    lines.push(...more.lines)
  } while (planned < good.length)
  return lines.toSorted((a, b) => a.row - b.row)
}

/**
 * Tries rows until another transaction waits for one of their records, and returns their number. The rollback then unlocks them:
 * no save waits longer than one batch. Applying the plan checks all rows together anyway.
 */
async function tryUntilAwaited(planning: Planning, rows: readonly ParsedImportRow[]): Promise<number> {
  for (let at = 0; at < rows.length; at += BATCH) {
    // oxlint-disable-next-line no-await-in-loop -- one batch after another
    if (at > 0 && (await isAwaited(planning.change.tx))) return at
    await tryRows(planning, rows.slice(at, at + BATCH))
  }
  return rows.length
}

async function isAwaited(tx: Tx): Promise<boolean> {
  const [row] = await tx.sql<{ awaited: boolean }>(
    'select exists (select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as awaited',
  )
  return row?.awaited === true
}

const refusedLine = ({ row, id }: ParsedImportRow, refusal: NonNullable<PlanLine['refusal']>): PlanLine => ({
  row,
  kind: 'refused',
  id: id ?? null,
  saved: null,
  changes: {},
  refusal,
})

/** The rows that are worth trying. */
function refuseEarly(
  rows: readonly ParsedImportRow[],
  { entity, call, lines }: Pick<Planning, 'entity' | 'call' | 'lines'>,
): ParsedImportRow[] {
  const numbers = new Set<number>()
  const byId = Map.groupBy(
    rows.filter(({ id, refusal }) => id !== undefined && !refusal),
    ({ id }) => id,
  )
  return rows.filter((row) => {
    if (numbers.has(row.row)) throw apiError('invalid_value', { field: 'row', params: ['row'] })
    numbers.add(row.row)
    const same = row.id === undefined ? [] : (byId.get(row.id) ?? [])
    const closed = Object.keys(row.values).find((name) => isNotUndoable(entity, name))
    const isForeign = entity.scope === 'company' && 'company' in row.values && row.values['company'] !== call.company
    const refusal =
      row.refusal ??
      (same.length > 1
        ? toRefusal(
            apiError('repeated_row', {
              params: [
                same
                  .map((item) => item.row)
                  .slice(0, 20)
                  .join(', '),
              ],
            }),
          )
        : undefined) ??
      (closed === undefined ? undefined : toRefusal(apiError('undo_forbidden_kind', { field: closed }))) ??
      (row.id === 0 && entity.scope !== 'global' ? toRefusal(apiError('invalid_value', { field: entity.key })) : undefined) ??
      (isForeign ? toRefusal(apiError('foreign_company', { field: 'company' })) : undefined)
    if (refusal) lines.push(refusedLine(row, refusal))
    return !refusal
  })
}

const toRefusal = ({ code, message, params, field }: ApiError): NonNullable<PlanLine['refusal']> => ({
  code,
  message: message.slice(0, 500),
  ...(params ? { params: params.slice(0, 4) } : {}),
  ...(field === undefined ? {} : { field }),
})

/** Saves the rows, without those that are refused; smaller and smaller parts find errors that name no row. */
async function tryRows(planning: Planning, rows: readonly ParsedImportRow[]): Promise<void> {
  const [first] = rows
  if (!first) return
  if (Date.now() > planning.deadline) throw apiError('write_timeout')
  try {
    planning.lines.push(...(await planning.change.attempt(() => saveBatch(planning, rows))))
  } catch (error) {
    if (!isApiError(error) || requestErrors.has(error.code)) throw error
    const refused = new Map(
      (error.refused ?? [error]).flatMap((item) => (item.row === undefined ? [] : [[item.row, item] as const])),
    )
    if (refused.size === 0 && rows.length === 1) refused.set(0, error)
    for (const [index, refusal] of refused) planning.lines.push(lineOf(rows[index] as ParsedImportRow, refusal))
    const rest = rows.filter((_row, index) => !refused.has(index))
    if (refused.size * 10 > rows.length) return tryRows(planning, rest)
    const half = Math.ceil(rest.length / 2)
    await tryRows(planning, rest.slice(0, half))
    await tryRows(planning, rest.slice(half))
  }
}

/** Records that don't exist, or that the user may not see, are skipped (AMB-226). */
const lineOf = (row: ParsedImportRow, refusal: ApiError): PlanLine =>
  refusal.code === 'not_found' && refusal.field === undefined && row.id !== undefined
    ? { row: row.row, kind: 'unknown', id: row.id, saved: null, changes: {}, refusal: null }
    : refusedLine(row, toRefusal(refusal))

async function saveBatch(
  { call, entity, change, touched, isOpen }: Planning,
  rows: readonly ParsedImportRow[],
): Promise<PlanLine[]> {
  const start = touched.length
  const keys = await saveValues(change, call, entity, rows)
  const effects = Map.groupBy(
    touched.slice(start).filter((item) => item.entity === entity),
    ({ key }) => key,
  )
  const isBlind = !hasReadScope(call.session.actor)
  const unchanged = isBlind
    ? await change.lock(
        entity,
        keys.filter((key) => !effects.has(key)),
      )
    : null
  return rows.map(({ row, id, values }, index): PlanLine => {
    const own = effects.get(keys[index] as Key) ?? []
    const after = own.at(-1)?.after ?? null
    if (id === undefined)
      return {
        row,
        kind: 'created',
        id: null,
        saved: values,
        changes: givenValues(entity, values, { before: null, after }, isOpen),
        refusal: null,
      }
    const same = unchanged?.get(id) ?? null
    const [before, now] = same ? [same, same] : [own[0]?.before ?? null, after]
    // The plan must not tell an access token that may not read whether records have the values that it sent.
    if (unchanged) {
      const changes = givenValues(entity, values, { before, after: now }, isOpen)
      return { row, kind: 'changed', id, saved: values, changes, refusal: null }
    }
    const changes = changesOf(entity, before, after, isOpen)
    const isChanged = Object.keys(changes).length > 0
    const saved = isChanged ? changedParts(entity, values, changes) : null
    const kind = isLoss(changes) ? 'deleted' : isChanged ? 'changed' : 'unchanged'
    return { row, kind, id, saved, changes, refusal: null }
  })
}
