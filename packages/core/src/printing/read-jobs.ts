import type { Client } from '@tiffin/sdk/client'
import type { PrintJob, PrintPurpose, PrintState, TableQuery } from '@tiffin/sdk/contract'

/** A ticket that is not done: waiting, on its way, or in need of a person. */
export interface OpenTicket {
  print_job_id: number
  order: number
  merchant: number
  purpose: PrintPurpose
  state: PrintState
  console: string
  error: string
  created: string | null
}

/** A ticket of which nobody knows whether it is on paper, or that nobody tries any more; a person decides (KDS-12). */
export type PrintAlarm = Pick<OpenTicket, 'print_job_id' | 'order' | 'merchant' | 'purpose' | 'state' | 'error'>

const openStates = ['queued', 'claimed', 'sending', 'unknown', 'failed'] as const satisfies readonly PrintState[]
const MOST = 100

/** The tickets that are not done, oldest first; those in need of a person before all others. */
export async function readOpenTickets(client: Client): Promise<OpenTicket[]> {
  const ask = (states: readonly PrintState[]): TableQuery => ({
    table: 'print_job',
    search: [{ key: 'state', op: 'in', prm: [...states] }],
    order: [{ field: 'print_job_id' }],
    limit: [0, MOST],
  })
  const answers = await Promise.all([
    client.Reference.getData({ tables: [ask(['unknown', 'failed'])] }),
    client.Reference.getData({ tables: [ask(openStates.filter((state) => state !== 'unknown' && state !== 'failed'))] }),
  ])
  const rows = answers.flatMap(({ data }) => (data['print_job']?.data ?? []) as unknown as PrintJob[])
  return rows.map(({ print_job_id, order, merchant, purpose, state, console, error, created }) => ({
    print_job_id,
    order,
    merchant,
    purpose,
    state,
    console,
    error,
    created,
  }))
}

export const needsPerson = ({ state }: Pick<OpenTicket, 'state'>): boolean => state === 'unknown' || state === 'failed'
