import { isSame } from '@tiffin/core/rules'
import { apiError, type Entity } from '@tiffin/sdk/contract'
import { quote } from '#db/columns'
import { createRefusals } from './refusals.ts'
import { refusedRow, refusedValue } from './save-plan.ts'
import type { SavedRow, SaveHook } from './save-hook.ts'

const SORTING_ONLY = 'Numbers can only be changed by sorting. Rows above 0 must be numbered 1 to %1.'

/** As many rows as a configuration file may have. A higher number would leave no next one in the end. */
const MAX_NUMBER = 5000
const OUT_OF_LIST = 'Enter a number from 1 to %1. Rows numbered 0 or less keep their number.'

/**
 * A number that only sorting changes (AMB-062): a new row gets the next one; in a save, rows above 0 swap their numbers or
 * end up as 1..n of the company. Rows numbered 0 or below keep theirs. Undo never duplicates a number. In a change of several
 * saves, as of a configuration file, rows may bring the numbers that they have in another company: 0 or more if they are new, and
 * not far above what sorting gives. Only the final numbers are compared.
 */
export const numberHook = (entity: Entity, field: string): SaveHook => ({
  async before(rows, { change, deferred }) {
    const refusals = createRefusals()
    const given = rows.filter(({ planned, set }) => planned.set[field] !== undefined && set[field] !== undefined)
    const fixed = ({ before, set }: SavedRow): boolean =>
      before ? Number(before[field]) <= 0 || Number(set[field]) <= 0 : deferred !== true || Number(set[field]) < 0
    const sorted = await refusals.each(given, (row) => {
      if (row.planned.isHistory || !(fixed(row) || Number(row.set[field]) > MAX_NUMBER)) return
      if (!deferred) throw refusedRow(row.planned, 'forbidden', field)
      throw refusedValue(row.planned, field, { code: 'forbidden', text: OUT_OF_LIST, params: [MAX_NUMBER] })
    })
    refusals.raise()
    if (sorted.length === 0 || deferred) return
    const others = await change.tx.sql<{ number: number }>(
      `select ${quote(field)} as number from ${quote(entity.name)}
       where company = $1 and ${quote(field)} > 0 and ${quote(entity.key)} <> all($2::bigint[])`,
      [change.info.company, sorted.map(({ planned }) => planned.key)],
    )
    const numbers = [...others.map(({ number }) => number), ...sorted.map(({ set }) => Number(set[field]))]
    const ascending = (list: number[]): number[] => list.toSorted((a, b) => a - b)
    const isHistory = sorted.every(({ planned }) => planned.isHistory)
    const isWhole = isHistory
      ? new Set(numbers).size === numbers.length
      : ascending(numbers).every((number, index) => number === index + 1)
    const previous = ascending(sorted.map(({ before }) => Number(before?.[field])))
    if (isWhole || isSame(previous, ascending(sorted.map(({ set }) => Number(set[field]))))) return
    await refusals.each(sorted, ({ planned }) => {
      throw refusedValue(planned, field, { code: 'forbidden', text: SORTING_ONLY, params: [numbers.length] })
    })
    refusals.raise()
  },
  async finish({ tx, info }) {
    const [found] = await tx.sql<{ numbers: number; distinct: number }>(
      `select count(*)::int as numbers, count(distinct ${quote(field)})::int as distinct from ${quote(entity.name)}
       where company = $1 and ${quote(field)} > 0`,
      [info.company],
    )
    if (found && found.distinct < found.numbers)
      throw apiError('forbidden', { table: entity.name, field, message: SORTING_ONLY, params: [found.numbers] })
  },
})
