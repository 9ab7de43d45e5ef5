import type { Entity } from '@tiffin/sdk/contract'

/** How a value falls into parts that people change independently of each other. */
interface Parts {
  split(value: unknown): Map<string, unknown>
  join(parts: ReadonlyMap<string, unknown>): unknown
}

const byKey: Parts = {
  split: (value) => new Map(Object.entries(value ?? {})),
  join: (parts) => Object.fromEntries(parts),
}

/** A list whose entries are told apart by one of their fields. */
const byEntry = (name: string): Parts => ({
  split: (value) => new Map(((value ?? []) as Record<string, unknown>[]).map((entry) => [String(entry[name]), entry])),
  join: (parts) => [...parts.values()],
})

const known: Readonly<Record<string, Parts>> = {
  'merchant.contact': byKey,
  'courier.contact': byKey,
  'company.contact': byKey,
  'company.color_scheme': byKey,
  'merchant.access': byEntry('user'),
  'merchant.work_time': byEntry('day'),
  'tariff.option': byEntry('field'),
}

/** The parts of a field; undefined where its value is one. */
export const partsOf = ({ name, fields }: Pick<Entity, 'name' | 'fields'>, field: string): Parts | undefined =>
  fields[field]?.kind === 'multilang' ? byKey : known[`${name}.${field}`]
