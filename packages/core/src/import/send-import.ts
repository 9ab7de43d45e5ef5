import {
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

export type ImportTotals = Record<ImportKind, number>

export interface StagedImport {
  table: string
  /** SHA-256 of the file in hexadecimal. */
  file: string
  rows: readonly ImportRow[]
}

const MINUTES = 60_000
const options = { retryWrites: true, timeoutMs: 10 * MINUTES }

/**
 * Sends the rows of an import in parts, and returns its plan. A part that got lost is sent again; nothing is changed yet.
 * @param onSent gets the number of rows that have arrived
 */
export async function sendImport(
  client: Client,
  { table, file, rows }: StagedImport,
  onSent: (rows: number) => void = () => {},
): Promise<{ import_id: string; totals: ImportTotals }> {
  const { data } = await client.Import.begin({ table, file, total: rows.length }, { retryWrites: true })
  const { import_id } = data
  for (const [part, some] of partsOf(rows).entries()) {
    const answer = await client.Import.rows({ import_id, part, rows: some }, options)
    onSent(answer.data.received)
  }
  const { data: plan } = await client.Import.status({ import_id })
  return { import_id, totals: { created: 0, changed: 0, unchanged: 0, unknown: 0, refused: 0, ...plan.totals } }
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
export async function readPlanRows(client: Client, import_id: string, kinds?: ImportKind[]): Promise<ImportPlanRow[]> {
  const rows: ImportPlanRow[] = []
  for (;;) {
    const page = { after: rows.at(-1)?.row ?? 0, limit: MAX_PLAN_PAGE, ...(kinds ? { kinds } : {}) }
    const { data } = await client.Import.status({ import_id, page })
    rows.push(...data.rows)
    if (data.rows.length < MAX_PLAN_PAGE) return rows
  }
}

/** Applies a plan as one change; a repeated call returns the same change. */
export async function applyImport(
  client: Client,
  import_id: string,
  { skipRefused = false }: { skipRefused?: boolean | undefined } = {},
): Promise<Output<Calls['Import']['commit']>['data']> {
  const { data } = await client.Import.commit({ import_id, skip_refused: skipRefused }, options)
  return data
}
