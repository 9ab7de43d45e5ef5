import { type Client, randomUuid } from '@tiffin/sdk/client'
import { isApiError } from '@tiffin/sdk/contract'
import { countRowsPerCall, type DictionaryPlan, isChange, isSamePlan, plannedSaves } from '../import/dictionary-plan.ts'
import { isTransient } from '../transient-error.ts'

/** Other languages of a row, or other fields, may change between plan and upload; then the rows are read again. */
const ATTEMPTS = 3
const TIMEOUT_MS = 60_000

export interface UploadTarget {
  client: Pick<Client, 'Reference'>
  company?: number
  lang: string
  /** Plans the same part of the sheet against the dictionary as it is now. */
  planAgain: () => Promise<DictionaryPlan>
}

/** The number of the change, or the plan as it is now if its texts have changed since; then nothing was written. */
export type UploadResult = { change: number } | { outdatedBy: DictionaryPlan }

/**
 * Creates the function that writes a plan through `saveData` as one change. A plan keeps its key while no answer arrives, so
 * that uploading it again can't write it twice.
 */
export function createUpload(): (plan: DictionaryPlan, target: UploadTarget) => Promise<UploadResult> {
  let sent: { plan: DictionaryPlan; idempotencyKey: string } | undefined
  return async (plan, { client, company, lang, planAgain }) => {
    const { idempotencyKey } = (sent = sent?.plan === plan ? sent : { plan, idempotencyKey: randomUuid() })
    const options = { ...(company === undefined ? {} : { company }), retryWrites: true, timeoutMs: TIMEOUT_MS }
    let current = plan
    for (let attempt = 1; ; attempt++) {
      const key = attempt === 1 ? { idempotencyKey } : {}
      try {
        // oxlint-disable-next-line no-await-in-loop -- attempts follow each other
        const { change } = await client.Reference.saveData({ tables: plannedSaves(current, lang) }, { ...options, ...key })
        return { change }
      } catch (error) {
        if (!isTransient(error)) sent = undefined
        if (!isApiError(error) || (error.code !== 'conflict' && error.code !== 'not_found') || attempt === ATTEMPTS) throw error
        // oxlint-disable-next-line no-await-in-loop -- attempts follow each other
        current = await planAgain()
        if (!isSamePlan(plan, current)) return { outdatedBy: current }
      }
    }
  }
}

/** The first rows that fit into one change, if not all do. */
export interface FirstPart {
  count: number
  fitting: number
  /** The last row that fits. */
  to: number
}

export function firstPart(plan: DictionaryPlan, lang: string): FirstPart | null {
  const saves = plannedSaves(plan, lang)
  const fitting = countRowsPerCall(saves)
  if (fitting === saves.length) return null
  return { count: saves.length, fitting, to: plan.rows.filter(isChange)[fitting - 1]?.row ?? 0 }
}
