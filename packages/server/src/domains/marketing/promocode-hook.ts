import type { Promocode } from '@tiffin/sdk/contract'
import { createRefusals } from '#engine/refusals'
import { refusedValue } from '#engine/save-plan'
import type { SaveHook } from '#engine/save-hook'

/** Uses are counted by the code stored in orders: a renamed code would count from 0 again. */
export const promocodeHook: SaveHook = {
  async before(rows, { change }) {
    const refusals = createRefusals()
    await refusals.each(rows, async ({ planned, before, set }) => {
      const { code: previous } = (before ?? { code: '' }) as Pick<Promocode, 'code'>
      const { code } = set as Partial<Pick<Promocode, 'code'>>
      if (code === undefined || previous === '' || code.toLowerCase() === previous.toLowerCase()) return
      // Cancelled orders count too, because they may be restored.
      const [used] = await change.tx.sql(
        `select from "order" where company = $1 and order_id = any(array(select orders_with_code($2))) and "delete" = 0 limit 1`,
        [change.info.company, previous],
      )
      if (used)
        throw refusedValue(planned, 'code', {
          code: 'in_use',
          text: "This code is used in orders and can't be renamed. End it and create a new one.",
        })
    })
    refusals.raise()
  },
}
