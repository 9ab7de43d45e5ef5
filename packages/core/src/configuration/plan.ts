import { type Calls, type Entity, type EntityName, type Field, type Input } from '@tiffin/sdk/contract'
import { configurationEntities, configurationFields } from '#rules/configuration'
import { isSame } from '#rules/is-same'
import { titleField } from '#rules/row-title'
import { type CompanyRecords, isSingle } from './company-records.ts'
import { createFindKey, type Matched, matchRecords } from './match-records.ts'
import { defaultOf, fileValue } from './format-file.ts'
import { isNameOf, titleOf } from './names.ts'
import { type ConfigurationProblem, problem } from './problems.ts'
import type { ConfigurationFile } from './read-file.ts'
import { type FindKey, readFileValue, toJs, withName } from './read-value.ts'

/** `absent`: not in the file, and left as it is. */
export const planKinds = ['created', 'changed', 'unchanged', 'deleted', 'absent'] as const
export type PlanKind = (typeof planKinds)[number]

/** The planned change of one record. */
export interface PlanLine {
  table: string
  name: string
  kind: PlanKind
  /** Below 0 for a record that is created. */
  id: number
  /** In the file; 0 if it is not there. */
  line: number
  /** Values before and after as in files, by field; `name.ru` for a text in several languages. */
  changes: Readonly<Record<string, readonly [before: unknown, after: unknown]>>
}

export interface ConfigurationPlan {
  lines: readonly PlanLine[]
  totals: Readonly<Record<PlanKind, number>>
  problems: readonly ConfigurationProblem[]
  /** Input of the call that applies the plan. */
  apply: Input<Calls['Config']['apply']>
}

type SentRow = ConfigurationPlan['apply']['rows'][number]

/** Plans the changes that make a company match a file. With `prune`, records missing from the file are deleted. */
export function planConfiguration(file: ConfigurationFile, company: CompanyRecords, { prune = false } = {}): ConfigurationPlan {
  const problems = [...file.problems]
  const lines: PlanLine[] = []
  const rows: SentRow[] = []
  const remove: ConfigurationPlan['apply']['remove'] = []
  const matches = matchRecords(file, company, problems)
  const findKey = createFindKey(matches, company)
  const nameOf = namesAfter(matches, company)
  for (const entity of configurationEntities) {
    const matched = matches.get(entity.name)
    if (!matched) continue
    for (const record of matched.records) {
      const requested = readRequested(entity, record, { file, findKey, problems })
      const before = record.current?.row ?? {}
      const values = Object.fromEntries(Object.entries(requested).filter(([name, value]) => !isSame(value, before[name])))
      const shown = (value: unknown, name: string): unknown => fileValue(entity.fields[name] as Field, value, company, nameOf)
      const isChanged = !record.current || Object.keys(values).length > 0
      lines.push({
        table: entity.name,
        name: record.record.name,
        kind: record.current ? (isChanged ? 'changed' : 'unchanged') : 'created',
        id: record.id,
        line: record.record.line,
        changes: flatten(
          Object.entries(values).map(([name, value]) => [
            name,
            record.current ? shown(before[name], name) : null,
            shown(value, name),
          ]),
        ),
      })
      if (!isChanged) continue
      const seen = record.current ? Object.fromEntries(Object.keys(values).map((name) => [name, before[name]])) : {}
      rows.push({ table: entity.name, id: record.id, values, before: seen })
    }
    for (const { key, name, row } of matched.absent) {
      lines.push({ table: entity.name, name, kind: prune ? 'deleted' : 'absent', id: key, line: 0, changes: {} })
      // A later table may refer to an earlier one, so its records are deleted first.
      if (prune) remove.unshift({ table: entity.name, id: key, revision: Number(row['revision']) })
    }
  }
  const touched = new Set([...rows.filter(({ id }) => id < 0), ...remove].map(({ table }) => table))
  const seen = Object.fromEntries([...touched].map((table) => [table, (company.records.get(table) ?? []).map(({ key }) => key)]))
  const totals = Object.fromEntries(planKinds.map((kind) => [kind, lines.filter((line) => line.kind === kind).length]))
  return { lines, totals: totals as ConfigurationPlan['totals'], problems, apply: { rows, remove, seen } }
}

interface Context {
  file: ConfigurationFile
  findKey: FindKey
  problems: ConfigurationProblem[]
}

/** The values that a record should have. Fields missing from the file get their default; computed fields stay. */
function readRequested(
  entity: Entity,
  { record, current }: Matched,
  { file, findKey, problems }: Context,
): Record<string, unknown> {
  const requested: Record<string, unknown> = {}
  const place = { table: entity.name, name: record.name, line: record.line }
  const title = isSingle(entity) ? undefined : titleField(entity.name as EntityName)
  for (const name of configurationFields(entity)) {
    const field = entity.fields[name] as Field
    const given = record.values.get(name)
    const context = { place, findKey, former: current?.row[name] }
    if (name === title) {
      const texts =
        field.kind === 'multilang'
          ? withName(given && toJs(given.node), record.name, file.language)
          : ((given && toJs(given.node)) ?? record.name)
      const node = { node: null, line: given?.line ?? record.line }
      const read = readFileValue(entity, name, { ...node, js: texts }, context)
      if ('problem' in read) problems.push(read.problem)
      else {
        requested[name] = read.value
        const recordTitle = titleOf(entity, requested, file.language)
        if (!isNameOf(record.name, recordTitle))
          problems.push(problem('name_differs', [record.name, recordTitle], { ...place, line: node.line, field: name }))
      }
    } else if (given) {
      const read = readFileValue(entity, name, given, context)
      if ('problem' in read) problems.push(read.problem)
      else if (current || !isSame(read.value, defaultOf(field))) requested[name] = read.value
    } else if (current && defaultOf(field) !== undefined) requested[name] = defaultOf(field)
  }
  return requested
}

/** Names of records as they are once the plan is applied. */
function namesAfter(matches: ReadonlyMap<string, { records: readonly Matched[] }>, company: CompanyRecords) {
  const names = new Map<string, string>()
  for (const [table, { records }] of matches) for (const { id, record } of records) names.set(`${table}/${id}`, record.name)
  return (table: string, key: number): string | number => {
    const known = names.get(`${table}/${key}`) ?? company.records.get(table)?.find((item) => item.key === key)?.name
    return known ?? company.names.get(table)?.get(key) ?? key
  }
}

/** Each language of a text is a separate change. */
function flatten(changes: readonly (readonly [name: string, before: unknown, after: unknown])[]): PlanLine['changes'] {
  const flat: Record<string, readonly [unknown, unknown]> = {}
  for (const [name, before, after] of changes) {
    if (!isTexts(before) && !isTexts(after)) flat[name] = [before, after]
    else {
      const [old, now] = [isTexts(before) ? before : {}, isTexts(after) ? after : {}]
      for (const code of new Set([...Object.keys(old), ...Object.keys(now)]))
        if (old[code] !== now[code]) flat[`${name}.${code}`] = [old[code] ?? null, now[code] ?? null]
    }
  }
  return flat
}

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((item) => typeof item === 'string')
