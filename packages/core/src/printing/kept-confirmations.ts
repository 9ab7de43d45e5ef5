import { isApiError } from '@tiffin/sdk/contract'
import { isPassing } from '../passing-failure.ts'
import type { ListedStorage } from '../ports.ts'
import type { HeldTicket, PrintClient } from './print-next.ts'

/** Tickets that are on paper while the server does not know it yet, also across a restart (MOON-04). */
export interface KeptConfirmations {
  add(company: number, ticket: HeldTicket): void
  remove(company: number, print_job_id: number): void
  /** Tells the server, as the console that printed them, whoever is signed in; what it cannot be told now is kept for later. */
  send(company: number, client: Pick<PrintClient, 'confirm'>): Promise<void>
}

/** Older releases kept the name of the console alone. */
const readHolder = (kept: string | undefined): Omit<HeldTicket, 'print_job_id'> | undefined =>
  kept?.startsWith('{')
    ? (JSON.parse(kept) as Omit<HeldTicket, 'print_job_id'>)
    : kept === undefined
      ? undefined
      : { console: kept }

export function createKeptConfirmations(storage: ListedStorage | undefined): KeptConfirmations {
  const prefix = (company: number): string => `printed.${company}.`
  const remove = (company: number, id: number): void => storage?.set(prefix(company) + String(id), undefined)
  return {
    add: (company, { print_job_id, ...holder }) => storage?.set(prefix(company) + String(print_job_id), JSON.stringify(holder)),
    remove,
    async send(company, client) {
      for (const key of storage?.keys(prefix(company)) ?? []) {
        const print_job_id = Number(key.slice(prefix(company).length))
        const holder = readHolder(storage?.get(key))
        try {
          // oxlint-disable-next-line no-await-in-loop -- a server that is away is asked about one of them
          if (holder && print_job_id > 0) await client.confirm({ print_job_id, ...holder })
          remove(company, print_job_id)
        } catch (error) {
          // A person has decided otherwise meanwhile, or the job is gone: nothing is left to tell.
          if (isApiError(error) && !isPassing(error) && ['lease_lost', 'not_found'].includes(error.code))
            remove(company, print_job_id)
          else return
        }
      }
    },
  }
}
