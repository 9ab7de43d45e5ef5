import type { Context } from '#server/context'
import { makeChange } from './change.ts'
import type { Change } from './change-info.ts'

/** Changes that the server makes in each company; a failure in one does not affect the others. */
export async function changeEachCompany(
  { db, feed, log }: Pick<Context, 'db' | 'feed' | 'log'>,
  companies: readonly { company: number }[],
  work: (change: Change) => Promise<void>,
  complaint: string,
): Promise<void> {
  for (const { company } of companies) {
    try {
      await makeChange(db, feed, { admin: null, company, app: 'server', device: '' }, async (change) => {
        await work(change)
        return null
      })
    } catch (error) {
      log.error({ err: error, company }, complaint)
    }
  }
}
