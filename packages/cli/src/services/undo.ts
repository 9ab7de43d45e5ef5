import { isApiError } from '@tiffin/sdk/contract'
import type { Call } from '../call.ts'
import { wrongUsage } from '../failure.ts'
import type { Result } from '../results/result.ts'

/** The records that a refused undo reports as changed since; a deleted one has no fields. */
interface ChangedSince {
  /** The first of them. */
  records: readonly { table: string; id: number | string; fields: readonly string[] }[]
  count: number
  /** Number of records that can be undone without them. */
  others: number
}

/**
 * Undoes a change and returns the new one, which can be undone too. With `--unchanged` it leaves out records that have changed
 * since, and lists them.
 */
export async function undo(call: Call<{ unchanged?: boolean }>): Promise<Result> {
  const { args, options, t } = call
  const [change = ''] = args
  if (!/^[1-9]\d{0,14}$/.test(change)) throw wrongUsage('Not a change number: %1', { params: [change] })
  if (options.dryRun === true) throw wrongUsage("%1 can't be used with %2", { params: ['--dry-run', 'undo'] })
  const { client } = await call.connect()
  const undoAs = (mode: 'all' | 'unchanged') =>
    client.Audit.undo({ change: Number(change), mode }, { retryWrites: true, timeoutMs: 600_000 })
  let left: ChangedSince | undefined
  const { data } = await undoAs('all').catch((error: unknown) => {
    left = changedSince(error)
    if (left && left.others > 0 && options.unchanged === true) return undoAs('unchanged')
    if (left && left.others > 0)
      call.say(t('Not changed since: %1. To undo only these: %2', [left.others, `tiffin undo ${change} --unchanged`]))
    throw error
  })
  const row = { change: data.change, undone: Number(change), records: data.records, left: left?.records ?? [] }
  return {
    rows: [row],
    columns: ['change', 'undone', 'records'],
    single: true,
    remarks: [
      t('Undone: %1 records', [data.records]),
      ...(left ? [t('Changed since, and left as they are: %1', [left.count])] : []),
      ...(left?.records ?? []).map(({ table, id, fields }) => `  ${table} ${id}: ${fields.join(', ')}`),
    ],
  }
}

const changedSince = (error: unknown): ChangedSince | undefined =>
  isApiError(error) && error.because?.['records'] ? (error.because as unknown as ChangedSince) : undefined
