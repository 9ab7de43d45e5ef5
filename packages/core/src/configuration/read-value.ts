import { isScalar, isSeq, type Node } from 'yaml'
import type { Entity, Field, FieldKind } from '@tiffin/sdk/contract'
import { readField } from '#rules/field-value'
import { isSame } from '#rules/is-same'
import { formatMoney, parseMoney } from '#rules/money'
import { type ConfigurationProblem, problem, type ProblemPlace } from './problems.ts'
import { type FileValue, textOf } from './read-file.ts'

/** Finds a record of a table by its name or key: below 0 if the file creates it. */
export type FindKey = (
  table: string,
  name: string | number,
  place: ProblemPlace,
) => { key: number } | { problem: ConfigurationProblem }

type ReadValue = { value: unknown } | { problem: ConfigurationProblem }

const texts: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'text',
  'phone',
  'email',
  'url',
  'money',
  'color',
  'date',
  'moment',
  'word',
  'image',
  'audio',
  'uuid',
])

/** The value of a field in wire form. A value that the record has already, `previous`, is valid, as for the server. */
export function readFileValue(
  entity: Entity,
  name: string,
  { node, line, js }: FileValue,
  { place, findKey, former: previous }: { place: ProblemPlace; findKey: FindKey; former: unknown },
): ReadValue {
  const field = entity.fields[name] as Field
  const here = { ...place, line, field: name }
  const found = references(field, node, here, findKey)
  if (found && 'problem' in found) return found
  const value = found ? found.value : (js ?? plainValue(field, node))
  // A record that the file creates has no key yet, so it would be refused.
  if ((found && value !== null) || isSame(value, previous)) return { value }
  const read = readField(field, name, value, previous)
  if (!('refusal' in read)) return { value: storedValue(field, read.kept) }
  const { code, ...sentence } = read.refusal
  return { problem: { ...here, code, sentence } }
}

/** Amounts are stored with two decimals, so `1.5` is no change of `1.50`. */
const storedValue = ({ kind }: Field, value: unknown): unknown =>
  kind === 'money' && typeof value === 'string' ? formatMoney(parseMoney(value)) : value

const plainValue = ({ kind }: Field, node: Node | null): unknown => {
  if (texts.has(kind)) return textOf(node) ?? toJs(node)
  const value = toJs(node)
  if (kind === 'flag' && typeof value === 'boolean') return value ? 1 : 0
  return value
}

/** Aliases are refused before, so nothing here can grow. */
export const toJs = (node: Node | null): unknown =>
  node === null ? null : isScalar(node) ? node.value : (JSON.parse(JSON.stringify(node)) as unknown)

function references({ kind, to }: Field, node: Node | null, place: ProblemPlace, findKey: FindKey): ReadValue | undefined {
  if (to === undefined || (kind !== 'reference' && kind !== 'referenceList')) return undefined
  const keyOf = (other: Node | null): ReadValue => {
    const name = isScalar(other) ? other.value : null
    if (typeof name !== 'string' && typeof name !== 'number')
      return { problem: problem('invalid_value', [JSON.stringify(other)], place) }
    const found = findKey(to, name, place)
    return 'key' in found ? { value: found.key } : found
  }
  const isEmpty = node === null || (isScalar(node) && node.value === null)
  if (kind === 'reference') return isEmpty ? { value: null } : keyOf(node)
  if (isEmpty) return { value: [] }
  if (!isSeq(node)) return { problem: problem('invalid_value', [JSON.stringify(node)], place) }
  const keys: unknown[] = []
  for (const item of node.items as (Node | null)[]) {
    const read = keyOf(item)
    if ('problem' in read) return read
    keys.push(read.value)
  }
  return { value: keys }
}

/** Texts of a record. The name in the file is the text in the file's language; null if there is none. */
export function withName(given: unknown, name: string, language: string): unknown {
  if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given))) return given
  const all = { [language]: name, ...given } as Record<string, unknown>
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text !== null))
}
