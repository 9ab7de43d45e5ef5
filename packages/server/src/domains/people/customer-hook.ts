import { createRefusals } from '#engine/refusals'
import { refusedRow } from '#engine/save-plan'
import type { SaveHook } from '#engine/save-hook'

/** A new customer's phone must not be known: two people who take a call from one customer leave one row (AMB-222). */
export const customerHook: SaveHook = {
  async before(rows, { change: { tx, info } }) {
    const added = rows.filter(({ before, set }) => before === null && set['phone'])
    if (added.length === 0) return
    await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, $2))', ['new customers', info.company])
    const found = await tx.sql<{ phone: string }>(`select phone from "user" where company = $1 and phone = any($2)`, [
      info.company,
      added.map(({ set }) => set['phone']),
    ])
    const known = new Set(found.map(({ phone }) => phone))
    const refusals = createRefusals()
    await refusals.each(added, ({ planned, set }) => {
      const phone = set['phone'] as string
      if (known.has(phone)) throw refusedRow(planned, 'duplicate', 'phone')
      known.add(phone)
    })
    refusals.raise()
  },
}
