import { type Condition, entities, type Entity, type ErrorCode, type ParsedTableQuery } from '@tiffin/sdk/contract'

/** A day with 25 hours, as at the end of summer time. */
const LONGEST_DAY_MS = 25 * 3_600_000

/**
 * The error of a read that times out depends on its query: several days can be reduced to fewer, and a search can be narrowed.
 * Rows read by key can't be reduced, so then the server is too busy.
 */
export function timeoutCode(queries: readonly ParsedTableQuery[]): ErrorCode {
  const queriesWithConditions = queries.map((query) => ({ query, conditions: conditionsOf(query) }))
  if (queriesWithConditions.some(({ query, conditions }) => conditions.some((condition) => isOfDays(query, condition))))
    return 'period_too_long'
  return queriesWithConditions.every(({ query, conditions }) => conditions.some((condition) => isOfKeys(query, condition)))
    ? 'server_busy'
    : 'timeout'
}

const conditionsOf = ({ search = [] }: ParsedTableQuery): Condition[] =>
  search.flatMap((part) => ('text' in part ? [] : 'any' in part ? part.any : [part]))

const entityOf = ({ table }: ParsedTableQuery): Entity | undefined => (entities as Readonly<Record<string, Entity>>)[table]

function isOfDays(query: ParsedTableQuery, { key, op, prm }: Condition): boolean {
  const kind = entityOf(query)?.fields[key]?.kind
  if (op !== 'between' || !Array.isArray(prm) || (kind !== 'moment' && kind !== 'date')) return false
  const [from, to] = prm.map((end) => Date.parse(String(end)))
  return from !== undefined && to !== undefined && (kind === 'date' ? to > from : to - from > LONGEST_DAY_MS)
}

const isOfKeys = (query: ParsedTableQuery, { key, op = '=' }: Condition): boolean =>
  key === entityOf(query)?.key && (op === '=' || op === 'in')
