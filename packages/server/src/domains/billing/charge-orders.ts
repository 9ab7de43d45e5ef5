import { formatMoney, parseMoney } from '@tiffin/core/rules'
import { entities } from '@tiffin/sdk/contract'
import type { Change } from '#engine/change-info'
import { writeOff } from './book.ts'
import { nextRestart } from './due-dates.ts'
import { lockCompany } from './terms.ts'

/** Charges orders above the limit of the tariff, each once (AMB-085). */
export async function chargeOrders(change: Change, orders: readonly number[], price: string, now: Date): Promise<void> {
  for (const order of orders)
    await writeOff(change, {
      type: 2,
      kind: 'order',
      amount: -parseMoney(price),
      reference: `order:${order}`,
      description: `Order ${order}`,
      steps: [{ label: 'Order over the limit: %1', label_params: [order], amount: formatMoney(parseMoney(price)) }],
      at: now.toISOString(),
    })
}

/**
 * The count of orders restarts once a month (AMB-175): in the billing run, or with the first order of the new month if that comes
 * earlier. Like a new order, this locks the counter before the company.
 */
export async function restartOrderCount(change: Change, now: Date): Promise<void> {
  const { tx, info } = change
  const at = now.toISOString()
  const due = await tx.sql('select from company where company_id = $1 and order_limit_date <= $2', [info.company, at])
  if (due.length === 0) return
  await tx.sql(`select from usage_counter where company = $1 and name = 'order' for update`, [info.company])
  const { order_limit_date: since, create: created, timezone } = await lockCompany(change)
  if (since === null || since > at) return
  await tx.sql(`update usage_counter set value = 0 where company = $1 and name = 'order'`, [info.company])
  await change.update(entities.company, [
    { key: info.company, set: { order_limit_date: nextRestart(since, created, at, timezone) } },
  ])
}
