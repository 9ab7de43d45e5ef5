import type { Client } from '@tiffin/sdk/client'
import type { PrintJob, PrintPurpose, PrintState, TableQuery } from '@tiffin/sdk/contract'

/** An unfinished ticket: waiting, printing, or in need of a decision. */
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

/** A ticket that may or may not have been printed, or is no longer retried. Staff decide (KDS-12). */
export type PrintAlarm = Pick<OpenTicket, 'print_job_id' | 'order' | 'merchant' | 'purpose' | 'state' | 'error'>

const openStates = ['queued', 'claimed', 'sending', 'unknown', 'failed'] as const satisfies readonly PrintState[]
const MAX_TICKETS = 100

/** The unfinished tickets, oldest first; those that need a decision come before all others. */
export async function readOpenTickets(client: Client): Promise<OpenTicket[]> {
  const ask = (states: readonly PrintState[]): TableQuery => ({
    table: 'print_job',
    search: [{ key: 'state', op: 'in', prm: [...states] }],
    order: [{ field: 'print_job_id' }],
    limit: [0, MAX_TICKETS],
  })
  const replies = await Promise.all([
    client.Reference.getData({ tables: [ask(['unknown', 'failed'])] }),
    client.Reference.getData({ tables: [ask(openStates.filter((state) => state !== 'unknown' && state !== 'failed'))] }),
  ])
  const rows = replies.flatMap(({ data }) => (data['print_job']?.data ?? []) as unknown as PrintJob[])
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
