import { formatMoney, parseMoney } from '@tiffin/core/rules'
import { entities, type Order } from '@tiffin/sdk/contract'
import { createRefusals } from '../refusals.ts'
import { type PlannedRow, refusedRow } from '../save-plan.ts'
import type { HookContext, SavedRow } from './hook.ts'

type Spending = Pick<SavedRow, 'before' | 'after'> & { planned: Pick<PlannedRow, 'entity' | 'index'> }

/**
 * Takes what orders spend of a bonus from their customers and gives back what they spend no longer (AMB-004). The
 * customer's row is locked, so two orders at once cannot spend the same bonus.
 * @throws `invalid_value` where a customer has less than that
 */
export async function settleBonus(rows: readonly Spending[], { change }: Pick<HookContext, 'change'>): Promise<void> {
  const spent = new Map<number, { minor: bigint; row: Spending }>()
  const add = (user: number, minor: bigint, row: Spending): void => {
    const known = spent.get(user)
    spent.set(user, { minor: (known?.minor ?? 0n) + minor, row: known?.row ?? row })
  }
  for (const row of rows) {
    const [before, after] = [row.before as Order | null, row.after as Order]
    if (before?.user === after.user && before.bonus === after.bonus) continue
    if (before) add(before.user, -parseMoney(before.bonus), row)
    add(after.user, parseMoney(after.bonus), row)
  }
  const changed = [...spent].filter(([, { minor }]) => minor !== 0n)
  if (changed.length === 0) return
  const users = await change.lock(
    entities.user,
    changed.map(([user]) => user).toSorted((a, b) => a - b),
  )
  const left = (key: number, minor: bigint): bigint => parseMoney(users.get(key)?.['bonus_score'] as string | undefined) - minor
  const refusals = createRefusals()
  await refusals.each(changed, ([key, { minor, row }]) => {
    if (left(key, minor) < 0n) throw refusedRow(row.planned, 'invalid_value', 'bonus')
  })
  refusals.raise()
  const patches = changed.map(([key, { minor }]) => ({ key, set: { bonus_score: formatMoney(left(key, minor)) } }))
  await change.update(entities.user, patches)
}
