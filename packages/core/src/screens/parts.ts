import { isSame } from '#rules/index'
import type { Entity } from '@tiffin/sdk/contract'
import { languageCodes } from './language-codes.ts'

/** How a value splits into parts that users change independently. */
export interface Parts {
  split(value: unknown): Map<string, unknown>
  join(parts: ReadonlyMap<string, unknown>): unknown
  /** The order of the parts is significant. */
  ordered?: true
}

type Entries = Record<string, unknown>[]

const byKey: Parts = {
  split: (value) => new Map(Object.entries(value ?? {})),
  join: (parts) => Object.fromEntries(parts),
}

/** A list whose entries are identified by one of their fields. */
const byEntry = (name: string): Parts => ({
  split: (value) => new Map(((value ?? []) as Entries).map((entry) => [String(entry[name]), entry])),
  join: (parts) => [...parts.values()],
})

/** A list of keys, each present or not. */
const byMember: Parts = {
  split: (value) => new Map(((value ?? []) as unknown[]).map((member) => [String(member), member])),
  join: (parts) => [...parts.values()],
  ordered: true,
}

const byLanguage: Parts = {
  split: (value) => new Map(languageCodes(value).map((code) => [code, code])),
  join: (parts) => [...parts.keys()].join(','),
  ordered: true,
}

/** The fields of list entries, as `entry.part`. */
const within = (
  entriesOf: (value: unknown) => [string, Record<string, unknown>][],
  join: (entries: [string, Record<string, unknown>][]) => unknown,
): Parts => ({
  split: (value) =>
    new Map(
      entriesOf(value).flatMap(([entry, parts]) =>
        Object.entries(parts).map(([part, held]) => [`${entry}.${part}`, held] as const),
      ),
    ),
  join(parts) {
    const entries = new Map<string, Record<string, unknown>>()
    for (const [path, held] of parts) {
      const [entry, part] = splitPart(path)
      entries.set(entry, { ...entries.get(entry), [part]: held })
    }
    return join([...entries])
  },
})

/** Splits `entry.part`. */
export function splitPart(path: string): [entry: string, part: string] {
  const at = path.indexOf('.')
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at + 1)]
}

const blankOption: Readonly<Record<string, unknown>> = { free: 0, enable: 0, show: 0, value: '', description: {} }
/** Each setting of each tariff option; blank counts as missing. */
const byOption = within(
  (value) =>
    ((value ?? []) as Entries).map(({ field, ...option }) => [
      String(field),
      Object.fromEntries(Object.entries(option).filter(([name, held]) => !isSame(held, blankOption[name]))),
    ]),
  (entries) => entries.map(([field, option]) => ({ field, ...blankOption, ...option })),
)

/** Levels by position; a missing position is closed. */
const POSITION_COUNT = 11
/** Each user's level at each position. */
const byAccess = within(
  (value) =>
    ((value ?? []) as { user: number; access: number[] }[]).map(({ user, access }) => [
      String(user),
      Object.fromEntries(access.flatMap((level, position) => (level === 0 ? [] : [[String(position), level]]))),
    ]),
  (entries) =>
    entries.map(([user, levels]) => ({
      user: Number(user),
      access: Array.from({ length: POSITION_COUNT }, (_, position) => levels[position] ?? 0),
    })),
)

const known: Readonly<Record<string, Parts>> = {
  'merchant.address': byKey,
  'merchant.contact': byKey,
  'courier.contact': byKey,
  'company.contact': byKey,
  'company.color_scheme': byKey,
  'dictionary.texts': byKey,
  'merchant.access': byAccess,
  'merchant.work_time': byEntry('day'),
  'company.chat_hours': byEntry('day'),
  'order_status.color': byKey,
  'order.destination_info_json': byKey,
  'tariff.option': byOption,
  'admin.dictionary_edit': byLanguage,
}
const kinds: Readonly<Record<string, Parts>> = {
  multilang: byKey,
  referenceList: byMember,
  files: byEntry('content'),
}

/** A difference between two values of a field; a list is compared as a whole. */
export interface ChangedPart {
  field: string
  part?: string
  before: unknown
  after: unknown
}

export function changedParts(
  entity: Pick<Entity, 'name' | 'fields'>,
  field: string,
  before: unknown,
  after: unknown,
): ChangedPart[] {
  const parts = partsOf(entity, field)
  if (!parts || parts.ordered) return [{ field, before, after }]
  const [was, is] = [parts.split(before), parts.split(after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((part) => ({ field, part, before: was.get(part), after: is.get(part) }))
    .filter((changed) => !isSame(changed.before, changed.after))
}

/** How a field splits into parts; undefined if its value is indivisible. */
export const partsOf = ({ name, fields }: Pick<Entity, 'name' | 'fields'>, field: string): Parts | undefined =>
  kinds[fields[field]?.kind ?? ''] ?? known[`${name}.${field}`]
