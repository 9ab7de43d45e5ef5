import { type Calls, type Entity, entities, type Output } from '@tiffin/sdk/contract'
import { titleOf } from './names.ts'
import type { PlanLine } from './plan.ts'

type Change = Output<Calls['Config']['changes']>['data']['changes'][number]

/** A change made online after the file was pulled, which the plan would overwrite. */
export interface OnlineChange {
  table: string
  name: string
  action: 'created' | 'changed' | 'deleted'
  /** The field that the plan changes too; empty for a whole record. */
  field: string
  /** Login of the user. */
  admin: string
  date: string
  change: number
}

const registry: Readonly<Record<string, Entity>> = entities

export function onlineChanges(lines: readonly PlanLine[], changes: readonly Change[], language: string): OnlineChange[] {
  return lines.flatMap(({ table, name, id, kind, changes: planned }): OnlineChange[] => {
    const own = changes.filter((item) => item.table === table && item.id === id)
    const by = ({ admin, date, change }: Change) => ({ table, name, admin, date, change })
    if (kind === 'created') {
      const deleted = changes.findLast((item) => item.table === table && item.before && isCalled(item, name, language))
      return deleted ? [{ ...by(deleted), action: 'deleted', field: '' }] : []
    }
    if (kind === 'unchanged') return []
    const created = own.find(({ action }) => action === 'Create')
    if (created) return [{ ...by(created), action: 'created', field: '' }]
    if (kind !== 'changed') {
      const last = own.at(-1)
      return last ? [{ ...by(last), action: 'changed', field: '' }] : []
    }
    const fields = [...new Set(Object.keys(planned).map((field) => field.split('.')[0] ?? field))]
    return fields.flatMap((field) => {
      const last = own.findLast((entry) => entry.fields.includes(field))
      return last ? [{ ...by(last), action: 'changed' as const, field }] : []
    })
  })
}

function isCalled({ table, before }: Change, name: string, language: string): boolean {
  const entity = registry[table]
  return entity !== undefined && before !== null && titleOf(entity, before, language) === name
}
