import type { SaveHook } from '#engine/save-hook'

/** What a client says of sums is a preview: until the server has reckoned it, a booking neither costs nor pays (AMB-002). */
export const paymentHook: SaveHook = {
  async before(rows, { actor }) {
    for (const { set } of rows) if (actor.role !== 1) Object.assign(set, { bill: '0.00', set_trial: 0, set_period: 0 })
  },
}
