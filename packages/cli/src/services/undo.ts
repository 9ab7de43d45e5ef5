import type { Call } from '../call.ts'
import { wrongUsage } from '../failure.ts'
import type { Result } from '../results/result.ts'

/** Undoes a change and returns the new one, which can be undone too. */
export async function undo({ args, options, connect, t }: Call<{ unchanged?: boolean }>): Promise<Result> {
  const [change = ''] = args
  if (!/^[1-9]\d{0,14}$/.test(change)) throw wrongUsage('Not a change number: %1', { params: [change] })
  if (options.dryRun === true) throw wrongUsage("%1 can't be used with %2", { params: ['--dry-run', 'undo'] })
  const { client } = await connect()
  const { data } = await client.Audit.undo(
    { change: Number(change), mode: options.unchanged === true ? 'unchanged' : 'all' },
    { retryWrites: true, timeoutMs: 600_000 },
  )
  const row = { change: data.change, undone: Number(change), records: data.records }
  return { rows: [row], single: true, remarks: [t('Undone: %1 records', [data.records])] }
}
