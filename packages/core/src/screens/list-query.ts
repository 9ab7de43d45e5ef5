import type { Condition, Entity, Field, TableQuery } from '@tiffin/sdk/contract'
import { addDays, companyToday, type DayPeriod, periodBounds, quickPeriod, quickPeriods } from '#rules/index'
import { type Filter, type Screen, type Search, searchableField, STATE, type Today } from './screen.ts'
import { unitField } from './units.ts'

/** Rows per page: the default and the choices (LIST-04, LIST-05). */
export const defaultPageSize = 15
export const pageSizes = [5, 10, 15, 20, 30, 40, 100] as const

export interface ListState {
  search: string
  /** Filter values as in the address; a filter without one has its initial value. */
  filters: Readonly<Record<string, string>>
  sort: { field: string; dir: 'asc' | 'desc' }
  /** The page number, from 1. */
  page: number
  size: number
}

/** Value of a filter that was switched off although it has an initial value. */
export const NO_FILTER = 'all'

export const filterName = (filter: Filter): string => ('name' in filter ? filter.name : filter.field)

const isDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Parses a period from an address: a quick option, or `from..to`. */
export function readPeriod(text: string, { now, timezone }: Today): DayPeriod | undefined {
  const quick = quickPeriods.find((name) => name === text)
  if (quick) return quickPeriod(quick, companyToday(now, timezone))
  const [from, to] = text.split('..')
  return isDay(from) && isDay(to) && from <= to ? { from, to } : undefined
}

/** The initial value of a filter. */
export function initialFilter(filter: Filter, { now, timezone }: Today): string {
  if ('name' in filter) return filter.initial ?? ''
  if (filter.lastDays === undefined) return ''
  const today = companyToday(now, timezone)
  return `${addDays(today, 1 - filter.lastDays)}..${today}`
}

/** The conditions of a filter by a field; none for an invalid value. */
export function fieldConditions(entity: Entity, name: string, value: string, today: Today): Condition[] {
  const field = searchableField(entity, name)
  if (!field) return []
  switch (field.kind) {
    case 'date': {
      const period = readPeriod(value, today)
      return period ? [{ key: name, op: 'between', prm: [period.from, period.to] }] : []
    }
    case 'moment': {
      const period = readPeriod(value, today)
      return period ? [{ key: name, op: 'between', prm: [...periodBounds(period, today.timezone)] }] : []
    }
    case 'reference':
    case 'choice':
    case 'flag':
    case 'id': {
      const chosen = value.split(',').map(Number).filter(Number.isSafeInteger)
      return chosen.length > 0 ? [{ key: name, op: 'in', prm: chosen }] : []
    }
    case 'word':
      return field.values?.includes(value) ? [{ key: name, prm: value }] : []
    default:
      return [{ key: name, op: 'like', prm: value }]
  }
}

/** The conditions of the chosen filters; invalid values count as not chosen. */
export function filterConditions(screen: Screen, filters: ListState['filters'], today: Today): Search {
  const all: readonly Filter[] = 'company' in screen.entity.fields ? [{ field: 'company' }, ...screen.filters] : screen.filters
  return all.flatMap((filter) => {
    const value = filters[filterName(filter)] ?? initialFilter(filter, today)
    if (value === '' || value === NO_FILTER) return []
    if ('name' in filter) {
      const where = filter.choices.find((choice) => choice.value === value)?.where ?? []
      return typeof where === 'function' ? where(today) : where
    }
    return fieldConditions(screen.entity, filter.field, value, today)
  })
}

/** The joins needed by columns such as `company.logo` and by references. */
function joinsOf({ entity }: Screen, fields: readonly string[]): string[] {
  return [...new Set(fields)].filter((name) => entity.joins[name] !== undefined && !isReferenceList(entity, name))
}

const isReferenceList = (entity: Entity, name: string): boolean => entity.fields[name]?.kind === 'referenceList'

/** Whether rows can be sorted by a field. */
export const isSortable = (field: Field | undefined): boolean =>
  field !== undefined && !['coords', 'json', 'files', 'referenceList', 'image', 'audio', 'secret'].includes(field.kind)

export interface ListContext extends Today {
  /** The fields that the reader may see. */
  readable: ReadonlySet<string>
  columns: readonly string[]
}

/** The search of the list, and of actions on all its rows. */
export const searchOf = (screen: Screen, state: Pick<ListState, 'search' | 'filters'>, today: Today): TableQuery['search'] => [
  ...screen.where,
  ...filterConditions(screen, state.filters, today),
  ...(state.search.trim() === '' || !screen.entity.search ? [] : [{ text: state.search.trim() }]),
]

/** The fields that a screen's states depend on. */
export const stateFields = (screen: Screen, today: Today): string[] => {
  const fieldsOf = (search: Search): string[] =>
    search.flatMap((part) => ('any' in part ? fieldsOf(part.any) : 'key' in part ? [part.key] : []))
  return screen.states.flatMap(({ where }) => fieldsOf(where(today)))
}

/** Which access to merchants a screen's reads need for operators. */
export const modeOf = ({ mode }: Screen): Pick<TableQuery, 'mode'> => (mode === undefined ? {} : { mode })

/** The query for one page, limited to the fields of its columns (LIST-01, LIST-24). */
export function listQuery(screen: Screen, state: ListState, context: ListContext): TableQuery {
  const { entity } = screen
  const columns = context.columns.flatMap((column) => [column, screen.instead[column] ?? []].flat())
  const fields = columns.map((column) => column.split('.')[0] ?? column)
  const more = [entity.key, 'revision', 'company', ...(entity.sort ? [entity.sort] : [])]
  // A switch in a row also shows the row's state.
  if ([STATE, ...screen.instant].some((name) => fields.includes(name))) more.push(...stateFields(screen, context))
  more.push(...fields.flatMap((name) => unitField(entity, name) ?? []))
  const include = [...new Set([...more, ...fields])].filter((name) => context.readable.has(name))
  const sort = context.readable.has(state.sort.field) && isSortable(entity.fields[state.sort.field]) ? state.sort : screen.order
  const lists = include.filter((name) => isReferenceList(entity, name))
  const sums = screen.sums.filter((name) => context.readable.has(name))
  return {
    table: entity.name,
    ...modeOf(screen),
    include,
    search: searchOf(screen, state, context),
    order: [{ field: sort.field, dir: sort.dir }],
    join: joinsOf(screen, fields),
    limit: [(state.page - 1) * state.size, state.size],
    ...(lists.length > 0 ? { parse: lists } : {}),
    ...(sums.length > 0 ? { statistic: sums } : {}),
  }
}
