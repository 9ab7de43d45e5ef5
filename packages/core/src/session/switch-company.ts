import type { Client } from '@tiffin/sdk/client'
import type { Ports } from '../ports.ts'
import type { SessionStore } from './session-store.ts'

const AGAIN_MS = 1000

/**
 * Makes this tab act for another company, which becomes the default of the next sign-in; other tabs stay where they are
 * (COMP-17, DESIGN §9). The person is read anew a second later (COMP-19). Rejects with an ApiError.
 */
export async function switchCompany(
  core: { client: Client; session: SessionStore; ports: Ports },
  company: number,
): Promise<void> {
  const { client, session, ports } = core
  const admin = session.store.getState().user?.admin_id
  if (admin === undefined) return
  // Acting for the new company: a row cannot point to a company other than the one acted for.
  await client.Reference.saveData({ tables: [{ table: 'admin', id: admin, row: { company } }] }, { company })
  await session.useCompany(company)
  ports.clock.after(AGAIN_MS, () => {
    if (session.company() !== company) return
    session.refresh().catch((error: unknown) => ports.log('the person could not be read anew', error))
  })
}
