import { apiError, type Entity } from '@tiffin/sdk/contract'
import type { WireRow } from '#engine/change-info'

/** Keys of the records that a request creates. It refers to them by numbers below 0. */
export interface NewKeys {
  set(entity: Entity, id: number, key: number): void
  /** The key of a record. */
  keyOf(entity: Pick<Entity, 'name'>, id: number): number
  /** The values that refer to no new record. */
  without(entity: Entity, values: WireRow): WireRow
  /** The other values. */
  only(entity: Entity, values: WireRow): WireRow
  /** Values with the keys of new records. @throws `bad_reference` */
  resolve(entity: Entity, values: WireRow): WireRow
}

export function createNewKeys(): NewKeys {
  const keys = new Map<string, number>()
  const isNew = (value: unknown): boolean => typeof value === 'number' && value < 0
  const refersToNew = ({ fields }: Entity, name: string, value: unknown): boolean =>
    fields[name]?.to !== undefined && (Array.isArray(value) ? value.some(isNew) : isNew(value))
  const filter = (entity: Entity, values: WireRow, requested: boolean): WireRow =>
    Object.fromEntries(Object.entries(values).filter(([name, value]) => refersToNew(entity, name, value) === requested))
  const keyOf: NewKeys['keyOf'] = ({ name }, id) => {
    const key = id > 0 ? id : keys.get(`${name}/${id}`)
    if (key === undefined) throw apiError('bad_reference', { table: name })
    return key
  }
  return {
    set: ({ name }, id, key) => void keys.set(`${name}/${id}`, key),
    keyOf,
    without: (entity, values) => filter(entity, values, false),
    only: (entity, values) => filter(entity, values, true),
    resolve: (entity, values) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => {
          if (!refersToNew(entity, name, value)) return [name, value]
          const target = { name: entity.fields[name]?.to ?? '' }
          return [name, Array.isArray(value) ? value.map((item) => keyOf(target, Number(item))) : keyOf(target, Number(value))]
        }),
      ),
  }
}
