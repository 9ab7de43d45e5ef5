import type { Client } from '@tiffin/sdk/client'
import type { Ports } from '../ports.ts'
import type { SessionStore } from './session-store.ts'

const AGAIN_MS = 1000

/**
 * Makes this tab act for another company, which becomes the default of the next sign-in; other tabs stay where they are
 * (COMP-17, DESIGN §9). The person is reloaded a second later (COMP-19). Rejects with an ApiError.
 * @returns whether it acts for it now: somebody may have chosen another company meanwhile, or have gone
 */
export async function switchCompany(
  core: { client: Client; session: SessionStore; ports: Ports },
  company: number,
): Promise<boolean> {
  const { client, session, ports } = core
  const admin = session.store.getState().user?.admin_id
  if (admin === undefined) return false
  const turn = client.session.turn()
  // Acting for the new company: a row cannot point to a company other than the one acted for.
  await client.Reference.saveData({ tables: [{ table: 'admin', id: admin, row: { company } }] }, { company })
  if (client.session.epoch() !== turn) return false
  await session.useCompany(company)
  if (session.company() !== company) return false
  ports.clock.after(AGAIN_MS, () => {
    if (session.company() !== company) return
    session.refresh().catch((error: unknown) => ports.log('the person could not be reloaded', error))
  })
  return true
}
