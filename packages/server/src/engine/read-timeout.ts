import { type Condition, entities, type Entity, type ErrorCode, type ParsedTableQuery } from '@tiffin/sdk/contract'

/** A day with an hour more, as the end of summer time has it. */
const DAY_MS = 25 * 3_600_000

/**
 * What is said of a read that takes too long, by what it asks for: fewer days can be chosen where there are several, and what is
 * searched for can be narrowed; of rows by their keys there is nothing to be left out, so the server is too busy.
 */
export function timeoutCode(queries: readonly ParsedTableQuery[]): ErrorCode {
  const asked = queries.map((query) => ({ query, conditions: conditionsOf(query) }))
  if (asked.some(({ query, conditions }) => conditions.some((condition) => isOfDays(query, condition)))) return 'period_too_long'
  return asked.every(({ query, conditions }) => conditions.some((condition) => isOfKeys(query, condition)))
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
  return from !== undefined && to !== undefined && (kind === 'date' ? to > from : to - from > DAY_MS)
}

const isOfKeys = (query: ParsedTableQuery, { key, op = '=' }: Condition): boolean =>
  key === entityOf(query)?.key && (op === '=' || op === 'in')
