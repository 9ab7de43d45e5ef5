import { isApiError } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import { isPassing } from '../passing-failure.ts'
import type { Ports } from '../ports.ts'
import type { ActingCompany } from './acting-company.ts'

/** Checks whether an earlier session is still valid; rejects if that can't be determined now. */
export type LookUp = (active?: boolean) => Promise<void>

export function createLookUp(options: { client: Client; ports: Ports; company: ActingCompany }): LookUp {
  const { client, ports, company } = options
  return async function lookUp(active = true) {
    try {
      await client.Auth.checkAuth({ active }, company.option())
    } catch (error) {
      if (isApiError(error) && error.code === 'foreign_company' && company.get() !== undefined) {
        company.set(undefined)
        return lookUp(active)
      }
      // A lost answer must not send anyone to the sign-in page.
      if (isPassing(error)) throw error
      ports.log('no session', error)
    }
  }
}
