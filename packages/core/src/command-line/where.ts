import type { Condition, Entity } from '@tiffin/sdk/contract'
import { quickPeriods } from '#rules/index'
import { fieldConditions, filterName, initialFilter, type ListState, NO_FILTER, readPeriod } from '../screens/list-query.ts'
import { screens } from '../screens/declared/index.ts'
import { type ChoiceFilter, type Filter, type Screen, type Search, searchableField, type Today } from '../screens/screen.ts'

/** All filters of a list, also the one of a company, which its address may name. */
const filtersOf = (screen: Screen): readonly Filter[] =>
  'company' in screen.entity.fields && !screen.filters.some((filter) => filterName(filter) === 'company')
    ? [{ field: 'company' }, ...screen.filters]
    : screen.filters

/** A filter and its value as in an address of the console; after `--where` they are `name=value`, or `name~text`. */
interface ChosenFilter {
  name: string
  sign: '=' | '~'
  value: string
}

/** The chosen filters of a list, initial values included. Invalid ones count as not chosen, as in the list. */
export function chosenFilters(screen: Screen, filters: ListState['filters'], today: Today): ChosenFilter[] {
  return filtersOf(screen).flatMap((filter): ChosenFilter[] => {
    const name = filterName(filter)
    const value = filters[name] ?? initialFilter(filter, today)
    if (value === '' || value === NO_FILTER) return []
    if ('name' in filter) return filter.choices.some((choice) => choice.value === value) ? [{ name, sign: '=', value }] : []
    const [condition] = fieldConditions(screen.entity, filter.field, value, today)
    if (!condition) return []
    if (condition.op === 'in') return [{ name, sign: '=', value: (condition.prm as number[]).join(',') }]
    return [{ name, sign: condition.op === 'like' ? '~' : '=', value }]
  })
}

/** The command line would read the beginning of such a value as a part of the operator, or drop it. */
const needsJson = (value: string): boolean => /^[\s=<>!~]/.test(value)

const whereText = ({ name, sign, value }: ChosenFilter): string =>
  needsJson(value) ? conditionText({ key: name, op: sign === '~' ? 'like' : '=', prm: value }) : `${name}${sign}${value}`

/** A part of a search for `--where`, which also takes conditions of the wire as JSON. */
export const conditionText = (part: Exclude<Search[number], { text: string }>): string => JSON.stringify(part)

/** Options of the command line for the rows of a list. */
export const searchWords = (
  screen: Screen,
  { search, filters }: Pick<ListState, 'search' | 'filters'>,
  today: Today,
): string[] => [
  ...screen.where.flatMap((condition) => ['--where', conditionText(condition)]),
  ...chosenFilters(screen, filters, today).flatMap((chosen) => ['--where', whereText(chosen)]),
  ...(search.trim() === '' || !screen.entity.search ? [] : ['--search', search.trim()]),
]

/** Options for rows with these keys. */
export const keyWords = ({ key }: Pick<Entity, 'key'>, keys: readonly (number | string)[]): string[] => {
  const isListed = keys.length <= MAX_LISTED && keys.every((item) => typeof item === 'number')
  const condition: Condition = { key, op: 'in', prm: [...keys] }
  return ['--where', isListed ? `${key}=${keys.join(',')}` : conditionText(condition)]
}

/** Maximum number of values in one condition. */
const MAX_LISTED = 1000

/** A period as in addresses of the console; people need not write capital letters. */
export const periodName = (text: string): string =>
  quickPeriods.find((quick) => quick.toLowerCase() === text.toLowerCase()) ?? text

/**
 * The conditions of a filter of the console: a period of days such as `2026-11-01..2026-11-30` or `Last month`, or a choice
 * such as `state=free`. Undefined if there is no such filter or choice.
 */
export function namedFilter(entity: Entity, name: string, value: string): ((today: Today) => Search) | undefined {
  const where = choicesOf(entity, name).find((choice) => choice.value === value)?.where
  if (where) return (today) => (typeof where === 'function' ? where(today) : where)
  const kind = searchableField(entity, name)?.kind
  if (kind !== 'date' && kind !== 'moment') return undefined
  const period = periodName(value)
  const isPeriod = readPeriod(period, { now: 0, timezone: 'UTC' }) !== undefined
  return isPeriod ? (today) => fieldConditions(entity, name, period, today) : undefined
}

/** The choices of a filter by name that is not a field; empty if no screen of the table has it. */
export function choicesOf(entity: Entity, name: string): ChoiceFilter['choices'] {
  const found = screens
    .filter((screen) => screen.entity.name === entity.name)
    .flatMap((screen) => screen.filters)
    .find((filter): filter is ChoiceFilter => 'name' in filter && filter.name === name)
  return found?.choices ?? []
}

/** A condition as it was written: `name=value`. */
export interface WrittenCondition {
  name: string
  sign: string
  value: string
}

/**
 * The filters of a list that conditions of the command line mean, for its address.
 * @returns the first condition that the list has no filter for, if there is one
 */
export function addressFilters(
  screen: Screen,
  conditions: readonly WrittenCondition[],
  today: Today,
): { filters: Record<string, string>; unknown?: WrittenCondition } {
  const offered = filtersOf(screen)
  const filters: Record<string, string> = {}
  for (const condition of conditions) {
    const { name, sign, value } = condition
    const filter = offered.find((item) => filterName(item) === name)
    const [chosen] = filter
      ? chosenFilters({ ...screen, filters: [filter] }, { [name]: periodName(value) }, today).filter((item) => item.name === name)
      : []
    if (chosen?.sign !== sign || name in filters) return { filters, unknown: condition }
    filters[name] = chosen.value
  }
  return { filters }
}

/** Names of the filters of a list. */
export const filterNames = (screen: Screen): string[] => filtersOf(screen).map(filterName)
