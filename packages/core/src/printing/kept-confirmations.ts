import { isApiError } from '@tiffin/sdk/contract'
import { isPassing } from '../passing-failure.ts'
import type { ListedStorage } from '../ports.ts'
import type { PrintClient } from './print-next.ts'

/** Tickets that are on paper while the server does not know it yet, also across a restart (MOON-04). */
export interface KeptConfirmations {
  add(company: number, print_job_id: number, console: string): void
  remove(company: number, print_job_id: number): void
  /** Tells the server, under the name that printed them; what it cannot be told now is kept for later. */
  send(company: number, client: Pick<PrintClient, 'confirm'>): Promise<void>
}

export function createKeptConfirmations(storage: ListedStorage | undefined): KeptConfirmations {
  const prefix = (company: number): string => `printed.${company}.`
  const remove = (company: number, id: number): void => storage?.set(prefix(company) + String(id), undefined)
  return {
    add: (company, id, console) => storage?.set(prefix(company) + String(id), console),
    remove,
    async send(company, client) {
      for (const key of storage?.keys(prefix(company)) ?? []) {
        const print_job_id = Number(key.slice(prefix(company).length))
        const console = storage?.get(key)
        try {
          // oxlint-disable-next-line no-await-in-loop -- a server that is away is asked about one of them
          if (console !== undefined && print_job_id > 0) await client.confirm({ print_job_id, console })
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
