import { refusedDomain } from '#engine/constraint-error'
import { createRefusals } from '#engine/refusals'
import type { WireRow } from '#engine/change-info'
import type { SaveHook } from '#engine/save-hook'

const isChanged = (name: string, before: WireRow | null, set: WireRow): boolean => name in set && set[name] !== before?.[name]

/** Subdomains of the platform are set in the field `domain`, which is unique. */
export const companyHook: SaveHook = {
  async before(rows, { change }) {
    for (const { planned, before, set } of rows) {
      // Paying must not undo a user's decision. Once that is undone, billing controls the field again.
      const former = planned.former ?? {}
      if (isChanged('suspended', before, set)) set['suspended_for_bill'] = former['suspended_for_bill'] ?? 0
      if (isChanged('enable', before, set)) set['blocked_for_bill'] = former['blocked_for_bill'] ?? 0
    }
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
