import { type Actor, visibleMerchants } from '@tiffin/core/rules'
import { entities, type Entity, type Field, type Merchant } from '@tiffin/sdk/contract'
import { columns, companyColumn, quote } from '#db/columns'
import type { Change } from './change.ts'
import type { SavedRow } from './hooks/hook.ts'
import { createRefusals } from './refusals.ts'
import { refusedRow } from './save-plan.ts'

const registry: Record<string, Entity> = entities

interface Reference {
  field: string
  target: Entity
  key: number
}

type Written = Pick<SavedRow, 'planned' | 'set'>

/**
 * Checks that all rows that fields to be written point to exist, in the company, and locks them against deletion, which locks
 * them `for update` before it looks for uses: a list that points to them is seen by it, or finds them gone. A row of another
 * company and a missing one are refused alike.
 * @throws `bad_reference` of each row
 */
export async function checkReferences(change: Change, actor: Actor, rows: readonly Written[]): Promise<void> {
  const found = rows.map((row) => ({ planned: row.planned, references: referencesOf(row) }))
  const byTarget = Map.groupBy(
    found.flatMap(({ references }) => references),
    ({ target }) => target,
  )
  const present = new Map<Entity, ReadonlySet<number>>()
  for (const [target, references] of byTarget)
    present.set(target, await existing(change, actor, target, new Set(references.map(({ key }) => key))))
  const refusals = createRefusals()
  await refusals.each(found, ({ planned, references }) => {
    const missing = references.find(({ target, key }) => !present.get(target)?.has(key))
    if (missing) throw refusedRow(planned, 'bad_reference', missing.field)
  })
  refusals.raise()
}

function referencesOf({ planned, set }: Written): Reference[] {
  const references = Object.entries(set).flatMap(([name, value]): Reference[] => {
    const field = planned.entity.fields[name] as Field
    const target = registry[field.to ?? '']
    if (!target || target.storage === 'view') return []
    // An undo brings a colleague back, who is none at that moment; that they exist is for the foreign key to say.
    if (planned.entity === entities.membership && name === 'admin' && set[entities.membership.key] !== undefined) return []
    // A person's choice among all their companies is judged by the rules of administrators.
    if (planned.entity === entities.admin && name === 'company') return []
    if (field.kind === 'referenceList') return (value as number[]).map((key) => ({ field: name, target, key }))
    return value === null || value === field.absent ? [] : [{ field: name, target, key: Number(value) }]
  })
  if (planned.entity !== entities.merchant) return references
  const { access, address } = set as Partial<Pick<Merchant, 'access' | 'address'>>
  const entries = access ?? []
  const people = entries.map(({ user }) => ({ field: 'access', target: entities.admin as Entity, key: user }))
  const numbers = new Set(entries.flatMap((entry) => entry.access))
  const levels = [...numbers].map((key) => ({ field: 'access', target: entities.access as Entity, key }))
  const city = address?.city ? [{ field: 'address', target: entities.city as Entity, key: address.city }] : []
  return [...references, ...people, ...levels, ...city]
}

async function existing(change: Change, actor: Actor, target: Entity, keys: ReadonlySet<number>): Promise<Set<number>> {
  const company = companyColumn(target)
  // Merchants keep the number of a level, and nothing else points to levels.
  const pointedTo = target.name === 'access' ? 'access' : target.key
  const key = `t.${quote(pointedTo)}`
  const values: unknown[] = [[...keys]]
  const where = [`${key} = any($1::${columns[(target.fields[pointedTo] as Field).kind].type}[])`]
  if (company !== null) where.push(`t.${quote(company)} = $${values.push(change.info.company)}`)
  // Whoever is not of the platform knows nobody but the people of the own company.
  if (target.name === 'admin' && actor.role !== 1)
    where.push(
      `(t.admin_id = $${values.push(actor.admin_id)} or exists (
        select from membership m where m.company = $${values.push(change.info.company)} and m.admin = t.admin_id))`,
    )
  const merchants = target.name === 'merchant' ? visibleMerchants(actor, 'any') : 'all'
  if (merchants !== 'all') where.push(`${key} = any($${values.push(merchants)}::bigint[])`)
  const rows = await change.tx.sql<{ key: number }>(
    `select ${key} as key from ${quote(target.name)} t where ${where.join(' and ')} order by 1 for key share of t`,
    values,
  )
  return new Set(rows.map((row) => row.key))
}
