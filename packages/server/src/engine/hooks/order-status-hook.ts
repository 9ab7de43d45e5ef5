import { createRefusals } from '../refusals.ts'
import { refusedRow } from '../save-plan.ts'
import type { SaveHook } from './hook.ts'

export const orderStatusHook: SaveHook = {
  async before(rows) {
    const refusals = createRefusals()
    await refusals.each(rows, ({ planned, before, set }) => {
      const transfer = set['transfer'] as number[] | undefined
      if (transfer) set['transfer'] = [...new Set(transfer)]
      // Sorting numbers the rows above 0 among themselves; the others keep theirs (AMB-062).
      const number = set['status']
      const leaves =
        before && number !== undefined && number !== before['status'] && (Number(before['status']) <= 0 || Number(number) <= 0)
      if (leaves) throw refusedRow(planned, 'forbidden', 'status')
    })
    refusals.raise()
  },
}
