import type { Client } from '@tiffin/sdk/client'
import { apiError, type ErrorCode, isApiError } from '@tiffin/sdk/contract'
import { type DictionaryPlan, isSamePlan, plannedRows } from '../import/dictionary-plan.ts'
import { applyImport, countChanges, readPlanRows, sendImport } from '../import/send-import.ts'

export interface UploadTarget {
  client: Pick<Client, 'Import'>
  company?: number | undefined
  lang: string
  /** SHA-256 of the file in hexadecimal. */
  file: string
  /** Plans the same part of the sheet against the current dictionary. */
  planAgain: () => Promise<DictionaryPlan>
  signal: AbortSignal
  /** Gets the number of texts that have arrived. */
  onSent: (texts: number) => void
  /** An import of this plan whose commit got no response, so it may have been applied. */
  unanswered: string | undefined
  /** Called with the import before the change is made. */
  onApply: (importId: string) => void
}

/** The number of the change. If texts have changed since the plan, nothing is written and a new plan is returned. */
export type UploadResult = { change: number } | { outdatedBy: DictionaryPlan }

/** Other languages of a row, or other fields, may change between plan and upload; then the rows are read again. */
const ATTEMPTS = 3

/** Writes a plan through `Import` as one change. */
export async function upload(plan: DictionaryPlan, target: UploadTarget): Promise<UploadResult> {
  const made = target.unanswered === undefined ? undefined : await commit(target.unanswered, target)
  if (made !== undefined) return { change: made }
  let current = plan
  for (let attempt = 1; ; attempt++) {
    // oxlint-disable-next-line no-await-in-loop -- attempts follow each other
    const change = await tryUpload(current, target)
    if (change !== undefined) return { change }
    // oxlint-disable-next-line no-await-in-loop -- attempts follow each other
    current = await target.planAgain()
    if (!isSamePlan(plan, current) || attempt === ATTEMPTS) return { outdatedBy: current }
  }
}

/** Undefined if a row has changed since the plan was made. */
async function tryUpload(plan: DictionaryPlan, target: UploadTarget): Promise<number | undefined> {
  const { client, company, lang, file, signal, onSent } = target
  const calls = { company, signal }
  const rows = plannedRows(plan, lang)
  const { import_id, totals } = await sendImport(client, { table: 'dictionary', file, rows }, { onSent, ...calls })
  if (totals.refused > 0) {
    const [first] = await readPlanRows(client, import_id, ['refused'], calls)
    const refusal = first?.refusal
    if (!refusal || refusal.code === 'conflict') return undefined
    throw apiError(refusal.code as ErrorCode, { message: refusal.message, params: refusal.params, field: refusal.field })
  }
  // A text that is already as in the file, or a row that is gone.
  if (countChanges(totals) < rows.length) return undefined
  return commit(import_id, target)
}

/** Undefined if a row has changed since, or the import no longer exists. A repeated commit returns the same change. */
async function commit(importId: string, { client, company, signal, onApply }: UploadTarget): Promise<number | undefined> {
  onApply(importId)
  try {
    return (await applyImport(client, importId, { company, signal })).change
  } catch (error) {
    if (isApiError(error) && (error.code === 'plan_outdated' || error.code === 'not_found')) return undefined
    throw error
  }
}
