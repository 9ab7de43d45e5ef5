import type { Actor } from '@tiffin/core/rules'
import { entities, type Entity, type Field } from '@tiffin/sdk/contract'
import { columns, companyColumn, quote } from '#db/columns'
import { createBinder } from './binder.ts'
import type { Change } from './change-info.ts'
import type { SavedRow } from './save-hook.ts'
import { createRefusals } from './refusals.ts'
import { refusedRow } from './save-plan.ts'
import { type Reference, rulesOf } from './table-rules.ts'

const registry: Record<string, Entity> = entities

type WrittenRow = Pick<SavedRow, 'planned' | 'set'>

/**
 * Checks that all referenced rows exist in the company, and locks them against deletion. A deletion locks rows `for update`
 * before it looks for uses: it either sees the new reference, or the reference finds the row gone. A row of another company and
 * a missing one are refused alike.
 * @throws `bad_reference` for each row
 */
export async function checkReferences(change: Change, actor: Actor, rows: readonly WrittenRow[]): Promise<void> {
  const found = rows.map((row) => ({ planned: row.planned, references: referencesOf(row) }))
  const all = found.flatMap(({ references }) => references)
  const present = new Map<string, ReadonlySet<number>>()
  for (const [place, references] of Map.groupBy(all, placeOf)) {
    const [{ target, by = target.key }] = references as [Reference]
    present.set(place, await readExisting(change, actor, target, by, new Set(references.map(({ key }) => key))))
  }
  const refusals = createRefusals()
  await refusals.each(found, ({ planned, references }) => {
    const missing = references.find((reference) => !present.get(placeOf(reference))?.has(reference.key))
    if (missing) throw refusedRow(planned, 'bad_reference', missing.field)
  })
  refusals.raise()
}

/** The column that a reference points to. */
const placeOf = ({ target, by = target.key }: Reference): string => `${target.name}.${by}`

function referencesOf({ planned, set }: WrittenRow): Reference[] {
  const { references: rules } = rulesOf(planned.entity)
  const direct = Object.entries(set).flatMap(([name, value]): Reference[] => {
    const field = planned.entity.fields[name] as Field
    const target = registry[field.to ?? '']
    if (!target || target.storage === 'view' || rules?.isCheckedElsewhere?.(name, set)) return []
    if (field.kind === 'referenceList') return (value as number[]).map((key) => ({ field: name, target, key }))
    return value === null || value === field.nullValue ? [] : [{ field: name, target, key: Number(value) }]
  })
  return [...direct, ...(rules?.nestedReferences?.(set) ?? [])]
}

async function readExisting(
  change: Change,
  actor: Actor,
  target: Entity,
  by: string,
  keys: ReadonlySet<number>,
): Promise<Set<number>> {
  const binder = createBinder()
  const company = companyColumn(target)
  const key = `t.${quote(by)}`
  const where = [`${key} = any(${binder.bind([...keys], `${columns[(target.fields[by] as Field).kind].type}[]`)})`]
  if (company !== null) where.push(`t.${quote(company)} = ${binder.bind(change.info.company, 'bigint')}`)
  where.push(...(rulesOf(target).references?.referable?.(actor, change.info.company, binder) ?? []))
  const rows = await change.tx.sql<{ key: number }>(
    `select ${key} as key from ${quote(target.name)} t where ${where.join(' and ')} order by 1 for key share of t`,
    binder.values,
  )
  return new Set(rows.map((row) => row.key))
}
