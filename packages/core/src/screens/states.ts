import type { Client } from '@tiffin/sdk/client'
import type { Condition, TableQuery } from '@tiffin/sdk/contract'
import { type ListState, modeOf, searchOf } from './list-query.ts'
import type { ActingCompany, Row } from './records.ts'
import { type Screen, type RecordState, type Search, STATE, type StateTone, type Today } from './screen.ts'

/**
 * The tones of states, by key: of rows in short lists (AMB-105, AMB-143, AMB-158, AMB-159), and of choices.
 */
const stateTones: Readonly<Record<string, Readonly<Record<number, StateTone>>>> = {
  admin_status: { 0: 'alert', 1: 'on' },
  company_status: { 0: 'off', 1: 'on' },
  courier_status: { 1: 'on', 2: 'part', 3: 'alert' },
  courier_working: { 1: 'on', 2: 'off' },
  'mailing.status': { 0: 'part', 1: 'part', 2: 'on' },
  merchant_status: { 0: 'off', 1: 'on' },
  message_status: { 0: 'part', 1: 'part', 2: 'on', 3: 'on' },
  push_status: { 0: 'part', 1: 'on', 2: 'alert', 3: 'part', 4: 'alert', 5: 'off', 6: 'off' },
  user_status: { 0: 'alert', 1: 'on', 2: 'part' },
}

/** The tone of a row of a short list, or of a value of `entity.field`; undefined if these are not states. */
export function stateToneOf(list: string | undefined, key: unknown): StateTone | undefined {
  const known = stateTones[list ?? '']
  return known && (known[Number(key)] ?? 'part')
}

/** The state of a fully loaded record; undefined if its screen has no states or none applies. */
export const stateOf = ({ states }: Screen, row: Row, today: Today): RecordState | undefined =>
  states.find(({ where }) => where(today).every((part) => matchesCondition(part, row)))

function matchesCondition(part: Search[number], row: Row): boolean {
  if ('any' in part) return part.any.some((item) => matchesCondition(item, row))
  if ('text' in part) return true
  return matches(part, row[part.key])
}

const compare = (value: unknown, prm: unknown): number => {
  const [item, other] = [value, prm].map((side) =>
    typeof side === 'string' && Number.isNaN(Number(side)) ? Date.parse(side) : Number(side),
  )
  return (item ?? Number.NaN) - (other ?? Number.NaN)
}

/** Evaluates a condition like the server: only `null` and `!=` match empty values. */
function matches({ op = '=', prm }: Condition, value: unknown): boolean {
  const isEmpty = value === null || value === undefined
  if (op === 'null' || op === 'notnull') return isEmpty === (op === 'null')
  if (isEmpty) return op === '!='
  const range = Array.isArray(prm) ? prm : []
  switch (op) {
    case '=':
      return value === prm || compare(value, prm) === 0
    case '!=':
      return value !== prm && compare(value, prm) !== 0
    case '>':
      return compare(value, prm) > 0
    case '>=':
      return compare(value, prm) >= 0
    case '<':
      return compare(value, prm) < 0
    case '<=':
      return compare(value, prm) <= 0
    case 'between':
      return compare(value, range[0]) >= 0 && compare(value, range[1]) <= 0
    default:
      throw new Error(`States know no ${op}`)
  }
}

export interface Figure {
  count: number
  /** There are more rows, which were not counted. */
  atLeast: boolean
}

/** The number of matching rows in each state, as its link will show them. */
export async function readFigures(
  client: Client,
  screen: Screen,
  state: Pick<ListState, 'search' | 'filters'>,
  today: Today,
  { company, signal }: { company: ActingCompany; signal: AbortSignal },
): Promise<Record<string, Figure>> {
  const tables = screen.states.map(({ value }): TableQuery => ({
    table: screen.entity.name,
    as: value,
    ...modeOf(screen),
    include: [screen.entity.key],
    search: searchOf(screen, { ...state, filters: { ...state.filters, [STATE]: value } }, today),
    limit: [0, 1],
  }))
  const { data } = await client.Reference.getData({ tables }, { ...(company === undefined ? {} : { company }), signal })
  return Object.fromEntries(
    Object.entries(data).map(([value, { count, count_is }]) => [value, { count, atLeast: count_is === 'at_least' }]),
  )
}
