import { configurationEntities } from '#rules/configuration'
import { type CompanyRecords, isSingle, type NamedRecord } from './company-records.ts'
import { type ConfigurationProblem, problem } from './problems.ts'
import type { ConfigurationFile, FileRecord } from './read-file.ts'
import type { FindKey } from './read-value.ts'

/** A record of the file, and the one that it describes; below 0 is the ID of a new one. */
export interface Matched {
  record: FileRecord
  id: number
  current: NamedRecord | undefined
}

interface MatchedTable {
  records: readonly Matched[]
  /** Records that the file does not have. */
  absent: readonly NamedRecord[]
}

/** Matches by name, or by the previous name of a record that is not there under its new one (AMB-231). */
export function matchRecords(
  file: ConfigurationFile,
  company: CompanyRecords,
  problems: ConfigurationProblem[],
): Map<string, MatchedTable> {
  const matches = new Map<string, MatchedTable>()
  for (const entity of configurationEntities) {
    const section = file.sections.get(entity.name)
    if (!section) continue
    const existing = company.records.get(entity.name)
    if (!existing) {
      const [first] = section
      if (first) problems.push(problem('option_required', [], { table: entity.name, line: first.line }))
      continue
    }
    const byName = new Map(existing.map((item) => [item.name, item]))
    const taken = new Map<NamedRecord, FileRecord>()
    const records = section.map((record, at): Matched => {
      const current = isSingle(entity) ? existing[0] : (byName.get(record.name) ?? byName.get(record.was ?? ''))
      const other = current && taken.get(current)
      const place = { table: entity.name, name: record.name, line: record.line }
      if (other) problems.push(problem('matched_twice', [other.name], place))
      if (current) taken.set(current, record)
      return { record, current, id: current?.key ?? -(at + 1) }
    })
    matches.set(entity.name, { records, absent: existing.filter((entry) => !taken.has(entry)) })
  }
  return matches
}

/** Finds records by their names in the file, then by those that the file leaves alone, then in other tables. */
export function createFindKey(matches: ReadonlyMap<string, MatchedTable>, company: CompanyRecords): FindKey {
  const keys = new Map<string, Map<string, number[]>>()
  const add = (table: string, name: string, key: number): void => {
    const names = keys.get(table) ?? new Map<string, number[]>()
    keys.set(table, names.set(name, [...(names.get(name) ?? []), key]))
  }
  for (const [table, records] of company.records) {
    const matched = matches.get(table)
    for (const { record, id } of matched?.records ?? []) add(table, record.name, id)
    for (const { name, key } of matched?.absent ?? records) if (!keys.get(table)?.has(name)) add(table, name, key)
  }
  for (const [table, names] of company.names) for (const [key, name] of names) add(table, name, key)
  return (table, name, place) => {
    // The key of a record; the server knows whether it exists.
    if (typeof name === 'number') return { key: name }
    const known = keys.get(table) ?? new Map<string, number[]>()
    const found = known.get(name) ?? []
    const [key] = found
    if (key === undefined) return { problem: unknown(table, name, place, known) }
    return found.length === 1 ? { key } : { problem: problem('ambiguous_reference', [table, name], place) }
  }
}

const unknown = (
  table: string,
  name: string,
  place: Parameters<FindKey>[2],
  known: ReadonlyMap<string, unknown>,
): ConfigurationProblem =>
  problem('unknown_reference', [name, table], { ...place, unknown: { word: name, known: [...known.keys()] } })
