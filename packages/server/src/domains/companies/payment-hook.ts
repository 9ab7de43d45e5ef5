import type { SaveHook } from '#engine/save-hook'

/** Amounts sent by a client are previews: until the server calculates it, an entry neither costs nor pays anything (AMB-002). */
export const paymentHook: SaveHook = {
  async before(rows, { actor }) {
    for (const { set } of rows) if (actor.role !== 1) Object.assign(set, { bill: '0.00', set_trial: 0, set_period: 0 })
  },
}
