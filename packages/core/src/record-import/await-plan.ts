import type { Client } from '@tiffin/sdk/client'
import { countChanges, noTotals } from '../import/send-import.ts'
import type { RecordImportState } from './import-state.ts'

const POLL_MS = 1000

interface Waiting {
  company?: number | undefined
  signal: AbortSignal
  pause: (ms: number) => Promise<void>
  /** Called while the plan of this table is being applied. */
  onApplying: (table: string) => void
}

/** The step at which a plan is, once it is no longer being applied. */
export async function awaitPlan(
  client: Pick<Client, 'Import'>,
  id: string,
  { company, signal, pause, onApplying }: Waiting,
): Promise<Partial<RecordImportState>> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- asks until it is decided
    const { data } = await client.Import.status({ import_id: id }, company === undefined ? { signal } : { company, signal })
    const { state, table, change } = data
    const totals = { ...noTotals, ...data.totals }
    const plan = { id, totals, earlier: data.earlier ?? null }
    if (state === 'applied') return { step: 'done', table, plan, saved: { change, records: countChanges(totals) } }
    if (state === 'planned') return { step: 'plan', table, plan }
    if (state === 'open')
      return { step: 'file', table, problem: { text: 'Rows of this import are missing. Choose the file again.' } }
    onApplying(table)
    // oxlint-disable-next-line no-await-in-loop -- asks until it is decided
    await pause(POLL_MS)
  }
}
