import { isCancelled } from '@tiffin/core/rules'
import { type ApiError, entities, type OrderStatus } from '@tiffin/sdk/contract'
import { createRefusals } from '#engine/refusals'
import { refusedValue } from '#engine/save-plan'
import type { PlannedRow } from '#engine/planned-row'
import type { HookContext, SavedRow, SaveHook } from '#engine/save-hook'
import { numberHook } from '#engine/number-hook'
import { exclusiveFlagHook } from '#engine/exclusive-flag-hook'

const numbers = numberHook(entities.order_status, 'status')
const created = exclusiveFlagHook(entities.order_status, 'created')

/** Claims of orders are booked when they enter or leave Cancelled, so a status with such orders can't change its meaning. */
async function assertSameMeaning(rows: readonly SavedRow[], { change }: HookContext): Promise<void> {
  const turned = rows.filter(
    ({ before, set }) => before && isCancelled(before as OrderStatus) !== isCancelled({ ...before, ...set } as OrderStatus),
  )
  if (turned.length === 0) return
  const used = await change.tx.sql<{ key: number }>(
    `select distinct order_status as key from "order"
     where company = $1 and order_status = any($2::bigint[]) and "delete" = 0 and (bonus > 0 or promocode <> '')`,
    [change.info.company, turned.map(({ planned }) => planned.key)],
  )
  const refusals = createRefusals()
  await refusals.each(turned, ({ planned }) => {
    if (used.some(({ key }) => key === planned.key))
      throw refusedValue(planned, 'value', {
        code: 'in_use',
        text: "Can't change this status: some of its orders use bonus points or promo codes.",
      })
  })
  refusals.raise()
}

/** Exactly one status takes new orders; to change it, another one is chosen. */
export const refusedCreated = (row: Pick<PlannedRow, 'entity' | 'index'>, code: 'required' | 'in_use'): ApiError =>
  refusedValue(row, 'created', { code, text: 'New orders need a status. Choose another one for them.' })

export const orderStatusHook: SaveHook = {
  async before(rows, context) {
    const refusals = createRefusals()
    const isMoved = rows.some(({ set }) => set['created'] === 1)
    await refusals.each(rows, ({ planned, set }) => {
      const transfer = set['transfer'] as number[] | undefined
      if (transfer) set['transfer'] = [...new Set(transfer)]
      // The flag can only move to another status (AMB-062).
      if (set['created'] === 0 && planned.key !== null && !isMoved) throw refusedCreated(planned, 'required')
    })
    refusals.raise()
    await assertSameMeaning(rows, context)
    await numbers.before?.(rows, context)
    await created.before?.(rows, context)
  },
  finish: (change) => numbers.finish?.(change) ?? Promise.resolve(),
}
