import {
  type EarlierImport,
  type ImportKind,
  type ImportPlanRow,
  type ImportRow,
  MAX_PART_KB,
  MAX_PART_ROWS,
  MAX_PLAN_PAGE,
  type Output,
  type Calls,
} from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import { savedKinds } from '@tiffin/sdk/limits'

export type ImportTotals = Record<ImportKind, number>

export const noTotals: ImportTotals = { created: 0, changed: 0, deleted: 0, unchanged: 0, unknown: 0, refused: 0 }

/** Rows that applying the plan saves. */
export const countChanges = (totals: ImportTotals): number => savedKinds.reduce((sum, kind) => sum + totals[kind], 0)

export interface StagedImport {
  table: string
  /** The field by which rows were matched with records, if it is not the ID. */
  key?: string | undefined
  /** SHA-256 of the file in hexadecimal. */
  file: string
  rows: readonly ImportRow[]
}

const MINUTES = 60_000

/** The company that the calls act for, and the signal that aborts them. */
export interface ImportCalls {
  company?: number | undefined
  signal?: AbortSignal | undefined
}
const optionsOf = ({ company, signal }: ImportCalls) => ({
  retryWrites: true,
  timeoutMs: 10 * MINUTES,
  ...(company === undefined ? {} : { company }),
  ...(signal ? { signal } : {}),
})

export interface SendingOptions extends ImportCalls {
  /** Gets the number of rows that have arrived. */
  onSent?: (rows: number) => void
  onLost?: OnLost
}

/** Called when a call was not answered; resolves when to make it again, or throws. */
type OnLost = (error: unknown) => Promise<void>

/** Sends the rows of an import in parts, and returns its plan. A part that got lost is sent again; nothing is changed yet. */
export async function sendImport(
  client: Pick<Client, 'Import'>,
  { table, key, file, rows }: StagedImport,
  { onSent = () => {}, onLost = giveUp, ...calls }: SendingOptions = {},
): Promise<{ import_id: string; totals: ImportTotals; earlier: EarlierImport | null }> {
  const options = optionsOf(calls)
  const { data } = await client.Import.begin({ table, ...(key === undefined ? {} : { key }), file, total: rows.length }, options)
  const { import_id } = data
  for (const [part, some] of partsOf(rows).entries()) {
    // oxlint-disable-next-line no-await-in-loop -- parts are sent one after another
    const { data: sent } = await untilAnswered(() => client.Import.rows({ import_id, part, rows: some }, options), onLost)
    onSent(sent.received)
  }
  const { data: plan } = await client.Import.status({ import_id }, options)
  return { import_id, totals: { ...noTotals, ...plan.totals }, earlier: plan.earlier ?? null }
}

async function giveUp(error: unknown): Promise<never> {
  throw error
}

/** Both calls that use it may be repeated: the server takes a part, and applies a plan, once. */
async function untilAnswered<T>(call: () => Promise<T>, onLost: OnLost): Promise<T> {
  try {
    return await call()
  } catch (error) {
    await onLost(error)
    return untilAnswered(call, onLost)
  }
}

/** Below the limit, because the brackets and commas count too. */
const MAX_BYTES = (MAX_PART_KB - 64) * 1024

function partsOf(rows: readonly ImportRow[]): ImportRow[][] {
  const encoder = new TextEncoder()
  const parts: ImportRow[][] = []
  let size = 0
  for (const row of rows) {
    const bytes = encoder.encode(JSON.stringify(row)).length + 1
    const part = parts.at(-1)
    if (part && part.length < MAX_PART_ROWS && size + bytes <= MAX_BYTES) {
      part.push(row)
      size += bytes
    } else {
      parts.push([row])
      size = bytes
    }
  }
  return parts
}

/** The rows of a plan, of some kinds. */
export async function readPlanRows(
  client: Pick<Client, 'Import'>,
  import_id: string,
  kinds?: ImportKind[],
  calls: ImportCalls = {},
): Promise<ImportPlanRow[]> {
  const rows: ImportPlanRow[] = []
  for (;;) {
    const page = { after: rows.at(-1)?.row ?? 0, limit: MAX_PLAN_PAGE, ...(kinds ? { kinds } : {}) }
    const { data } = await client.Import.status({ import_id, page }, optionsOf(calls))
    rows.push(...data.rows)
    if (data.rows.length < MAX_PLAN_PAGE) return rows
  }
}

export interface ApplyOptions extends ImportCalls {
  skipRejected?: boolean | undefined
  /** Creates the records of the file also if an earlier import has created them. */
  again?: boolean | undefined
  onLost?: OnLost
}

/** Applies a plan as one change; a repeated call returns the same change. */
export async function applyImport(
  client: Pick<Client, 'Import'>,
  import_id: string,
  { skipRejected = false, again = false, onLost = giveUp, ...calls }: ApplyOptions = {},
): Promise<Output<Calls['Import']['commit']>['data']> {
  const commit = () =>
    client.Import.commit({ import_id, skip_refused: skipRejected, ...(again ? { again } : {}) }, optionsOf(calls))
  return (await untilAnswered(commit, onLost)).data
}
