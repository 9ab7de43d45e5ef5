import { isApiError } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import { isTransient } from '../transient-error.ts'
import type { Ports } from '../ports.ts'
import type { CurrentCompany } from './current-company.ts'

/** Checks whether an earlier session is still valid; rejects if that can't be determined now. */
export type CheckSession = (active?: boolean) => Promise<void>

export function createCheckSession(options: { client: Client; ports: Ports; company: CurrentCompany }): CheckSession {
  const { client, ports, company } = options
  return async function checkSession(active = true) {
    try {
      await client.Auth.checkAuth({ active }, company.option())
    } catch (error) {
      if (isApiError(error) && error.code === 'foreign_company' && company.get() !== undefined) {
        company.set(undefined)
        return checkSession(active)
      }
      // A lost response must not send anyone to the sign-in page.
      if (isTransient(error)) throw error
      ports.log('no session', error)
    }
  }
}
