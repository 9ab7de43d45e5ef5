import { addMonths, companyToday } from '@tiffin/core/rules'
import type { Entity, Field } from '@tiffin/sdk/contract'
import { companyColumn, quote } from '#db/columns'
import type { Change, WireRow } from './change-info.ts'
import type { CompanyState } from '#tenant/company-state'

/** Initial values that the server computes for new rows; the rest come from the table's defaults. */
export async function initialValues(
  change: Change,
  entity: Entity,
  rows: readonly WireRow[],
  { company, now }: { company: CompanyState | null; now: Date },
): Promise<WireRow[]> {
  const today = companyToday(now.getTime(), company?.timezone ?? 'UTC')
  const initials = Object.entries(entity.fields).flatMap(([name, field]) => {
    const rule = computedOf(field)
    return rule === undefined || field.derived ? [] : [{ name, rule }]
  })
  const filled = rows.map((row) => {
    const more: WireRow = {}
    if (companyColumn(entity) !== null && entity.fields['company']) more['company'] = change.info.company
    for (const { name, rule } of initials) {
      if (rule === 'now') more[name] = now.toISOString()
      if (rule === 'today') more[name] = today
      if (rule === 'monthLater') more[name] = addMonths(today, 1)
      if (rule === 'actor' && change.info.admin !== null) more[name] = change.info.admin
      if (rule === 'companyFee') more[name] = company?.fee ?? '0.00'
    }
    return { ...more, ...row }
  })
  for (const { name, rule } of initials) if (rule === 'next') await assignNumbers(change, entity, name, filled)
  return filled
}

const computedOf = (field: Field): string | undefined =>
  typeof field.initial === 'object' && field.initial !== null && 'computed' in field.initial
    ? String(field.initial.computed)
    : undefined

/** New rows go to the end of the list. */
async function assignNumbers(change: Change, entity: Entity, name: string, rows: WireRow[]): Promise<void> {
  const open = rows.filter((row) => row[name] === undefined)
  if (open.length === 0) return
  const column = companyColumn(entity)
  const [last] = await change.tx.sql<{ most: number }>(
    `select greatest(coalesce(max(${quote(name)}), 0), 0)::int as most from ${quote(entity.name)}
     where ${column === null ? '$1::bigint is not null' : `${quote(column)} = $1`}`,
    [change.info.company],
  )
  const given = rows.map((row) => Number(row[name] ?? 0))
  let next = Math.max(last?.most ?? 0, ...given)
  for (const row of open) row[name] = next += 1
}
