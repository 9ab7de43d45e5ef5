import type { Client } from '@tiffin/sdk/client'
import { apiError, type ErrorCode, isApiError } from '@tiffin/sdk/contract'
import { type DictionaryPlan, isSamePlan, plannedRows } from '../import/dictionary-plan.ts'
import { applyImport, readPlanRows, sendImport } from '../import/send-import.ts'

export interface UploadTarget {
  client: Pick<Client, 'Import'>
  company?: number | undefined
  lang: string
  /** SHA-256 of the file in hexadecimal. */
  file: string
  /** Plans the same part of the sheet against the dictionary as it is now. */
  planAgain: () => Promise<DictionaryPlan>
  signal: AbortSignal
  /** Gets the number of texts that have arrived. */
  onSent: (texts: number) => void
  /** Called before the change is made. */
  onApply: () => void
}

/** The number of the change, or the plan as it is now if its texts have changed since; then nothing was written. */
export type UploadResult = { change: number } | { outdatedBy: DictionaryPlan }

/** Other languages of a row, or other fields, may change between plan and upload; then the rows are read again. */
const ATTEMPTS = 3

/** Writes a plan through `Import` as one change. */
export async function upload(plan: DictionaryPlan, target: UploadTarget): Promise<UploadResult> {
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
  const { client, company, lang, file, signal, onSent, onApply } = target
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
  if (totals.changed < rows.length) return undefined
  onApply()
  try {
    return (await applyImport(client, import_id, calls)).change
  } catch (error) {
    if (isApiError(error) && error.code === 'plan_outdated') return undefined
    throw error
  }
}
