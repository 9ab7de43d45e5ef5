import { refusedDomain } from '#engine/database-refusal'
import { createRefusals } from '#engine/refusals'
import type { SaveHook } from '#engine/save-hook'

/** Subdomains of the platform are set in the field `domain`, which is unique. */
export const companyHook: SaveHook = {
  async before(rows, { change }) {
    const named = rows.filter(({ set }) => Boolean(set['domain_config']))
    if (named.length === 0) return
    const [suffix] = await change.tx.sql<{ value: string }>(`select value from merchant_settings where name = 'domain_suffix'`)
    const refusals = createRefusals()
    await refusals.each(named, ({ planned, set }) => {
      if (suffix?.value && `.${String(set['domain_config'])}`.endsWith(suffix.value))
        throw refusedDomain(planned, 'domain_config')
    })
    refusals.raise()
  },
}
