import { isDeepStrictEqual } from 'node:util'
import { type Entity, MAX_ROWS_PER_CALL, saveSchema } from '@tiffin/sdk/contract'
import type { Connection } from '../connection.ts'
import { notFound, wrongUsage } from '../failure.ts'
import { readByKey } from './read-rows.ts'

type Row = Record<string, unknown>

/** The effect of a save on one row. */
export interface Step {
  action: 'create' | 'update' | 'unchanged'
  id: number | string | null
  /** Fields before and after; a new row has no value before. */
  changes: Record<string, [before: unknown, after: unknown]>
  /** The input to send: the changed fields, and the revision that they are based on. */
  row: Row
}

/**
 * Compares the given rows with the current ones. A row with a key changes that record; a row without one creates a record.
 * @throws wrong usage for an unknown field or an invalid value; `notFound` (exit 3) for an unknown key
 */
export async function planSave(connection: Connection, entity: Entity, requested: readonly Row[]): Promise<Step[]> {
  if (requested.length > MAX_ROWS_PER_CALL)
    throw wrongUsage('At most %1 rows can be saved at once', { params: [MAX_ROWS_PER_CALL] })
  const keyOf = (row: Row): number | string | null => {
    const key = row[entity.key]
    return typeof key === 'string' || (typeof key === 'number' && key > 0) ? key : null
  }
  const schema = saveSchema(entity)
  for (const [at, { current_password, ...row }] of requested.entries()) {
    // Sent along with one's own new password; not a field.
    const known = entity.name === 'admin' || current_password === undefined ? row : { ...row, current_password }
    check(schema.safeParse(known), at, requested.length)
  }
  const keys = requested.map(keyOf).filter((key) => key !== null)
  const present = new Map((await readByKey(connection, entity, keys)).map((row) => [row[entity.key], row]))
  return requested.map((row) => {
    const id = keyOf(row)
    const { [entity.key]: _, ...fields } = row
    if (id === null) {
      return {
        action: 'create',
        id,
        row: fields,
        changes: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [undefined, value]])),
      }
    }
    const before = present.get(id)
    if (!before) throw notFound('%1 %2 does not exist', { params: [entity.name, id] })
    return changeOf(entity, id, before, fields)
  })
}

function changeOf(entity: Entity, id: number | string, before: Row, requested: Row): Step {
  const changes: Step['changes'] = {}
  for (const [name, value] of Object.entries(requested)) {
    if (name === 'revision') continue
    // A text may give only some of its languages; the other languages are kept.
    const after = entity.fields[name]?.kind === 'multilang' ? { ...(before[name] as Row | null), ...(value as Row) } : value
    if (!(name in before) || !isDeepStrictEqual(before[name], after)) changes[name] = [before[name], after]
  }
  const row = Object.fromEntries(Object.entries(changes).map(([name, [, after]]) => [name, after]))
  const unchanged = Object.keys(changes).length === 0
  return {
    action: unchanged ? 'unchanged' : 'update',
    id,
    changes,
    row: { ...row, revision: requested['revision'] ?? before['revision'] },
  }
}

function check(
  parsed: {
    success: boolean
    error?: { issues: { path: PropertyKey[]; message: string; code: string; keys?: string[] }[] } | undefined
  },
  at: number,
  of: number,
): void {
  const issue = parsed.error?.issues[0]
  if (parsed.success || !issue) return
  const where = of > 1 ? `#${at + 1} ` : ''
  if (issue.code === 'unrecognized_keys') {
    throw wrongUsage("The field %1 can't be set", { params: [`${where}${(issue.keys ?? []).join(', ')}`] })
  }
  throw wrongUsage('The value of %1 is not valid: %2', { params: [`${where}${issue.path.join('.')}`, issue.message] })
}

/** Sends the plan in one transaction and returns the created and changed rows in their current state. */
export async function applySave(connection: Connection, entity: Entity, steps: readonly Step[]): Promise<Row[]> {
  const sent = steps.filter((step) => step.action !== 'unchanged')
  const { data } = await connection.client.Reference.saveData(
    { tables: sent.map(({ id, row }) => ({ table: entity.name, id, row })) },
    { retryWrites: true, timeoutMs: 60_000 },
  )
  const keys = (data[entity.name]?.rows ?? []).map(({ data: row }) => row?.[entity.key] as number | string)
  return readByKey(connection, entity, keys)
}
