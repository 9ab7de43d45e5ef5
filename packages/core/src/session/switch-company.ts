import type { Client } from '@tiffin/sdk/client'
import type { Ports } from '../ports.ts'
import type { SessionStore } from './session-store.ts'

const RELOAD_DELAY_MS = 1000

/**
 * Makes this tab act for another company, which becomes the default for the next sign-in; other tabs keep theirs
 * (COMP-17, DESIGN §9). Reloads the signed-in user after a second (COMP-19). Rejects with an ApiError.
 * @returns whether the tab now acts for it; false after another switch or a sign-out
 */
export async function switchCompany(
  core: { client: Client; session: SessionStore; ports: Ports },
  company: number,
): Promise<boolean> {
  const { client, session, ports } = core
  const admin = session.store.getState().user?.admin_id
  if (admin === undefined) return false
  const epoch = client.session.startEpoch()
  // Sent for the new company: a row can't refer to a company other than the current one.
  await client.Reference.saveData({ tables: [{ table: 'admin', id: admin, row: { company } }] }, { company })
  if (client.session.epoch() !== epoch) return false
  await session.useCompany(company)
  if (session.company() !== company) return false
  ports.clock.after(RELOAD_DELAY_MS, () => {
    if (session.company() !== company) return
    session.refresh().catch((error: unknown) => ports.log("can't reload the user", error))
  })
  return true
}
