import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml'
import { CONTRACT_VERSION, type Entity } from '@tiffin/sdk/contract'
import { configurationEntities, configurationFields } from '#rules/configuration'
import { isSingle, MAX_RECORDS } from './company-records.ts'
import type { Pulled } from './format-file.ts'
import { type ConfigurationProblem, problem } from './problems.ts'

/** A configuration is some kilobytes. */
export const MAX_CONFIGURATION_MB = 4

/** A value as it was written. */
export interface FileValue {
  node: Node | null
  line: number
  /** Used instead of the node. */
  js?: unknown
}

/** A record of the file, or the fields of a section that is one record. */
export interface FileRecord {
  /** Empty if the section is one record. */
  name: string
  line: number
  /** The previous name (AMB-231). */
  was?: string
  values: ReadonlyMap<string, FileValue>
}

export interface ConfigurationFile {
  language: string
  pulled?: Pulled
  /** By table; a table without a section is left as it is. */
  sections: ReadonlyMap<string, readonly FileRecord[]>
  problems: readonly ConfigurationProblem[]
}

const HEAD = ['language', 'pulled']
/** Field of a record, next to those of the contract. */
const WAS = 'was'

/** Reads a file and finds everything that is wrong in its form. */
export function readConfiguration(text: string): ConfigurationFile {
  const problems: ConfigurationProblem[] = []
  const sections = new Map<string, FileRecord[]>()
  const file = { language: 'en', sections, problems }
  const reading = parse(text, problems)
  if (!reading) return file
  const { contents, lineOf } = reading
  const head = new Map<string, Node | null>()
  for (const [word, pair] of pairsOf(contents)) {
    const line = lineOf(pair.key as Node)
    const entity = configurationEntities.find(({ name }) => name === word)
    if (HEAD.includes(word)) head.set(word, pair.value as Node | null)
    else if (entity) sections.set(word, readSection(entity, pair, { lineOf, problems }))
    else problems.push(problem('unknown_section', [word], { line, unknown: { word, known: knownSections } }))
  }
  const language = textOf(head.get('language')) ?? 'en'
  return { ...file, language, ...readPulled(head.get('pulled'), lineOf, problems) }
}

const knownSections: readonly string[] = [...HEAD, ...configurationEntities.map(({ name }) => name)]

interface Reading {
  lineOf: (node: Node | null) => number
  problems: ConfigurationProblem[]
}

function parse(text: string, problems: ConfigurationProblem[]): { contents: YAMLMap; lineOf: Reading['lineOf'] } | null {
  const size = text.length / 1e6
  if (size > MAX_CONFIGURATION_MB) {
    problems.push(problem('too_large', [Math.ceil(size), MAX_CONFIGURATION_MB], { line: 0 }))
    return null
  }
  const lineCounter = new LineCounter()
  const lineOf = (node: Node | null): number => (node?.range ? lineCounter.linePos(node.range[0]).line : 0)
  const document = parseYaml(text, lineCounter)
  const [error] = document?.errors ?? []
  if (!document || error) {
    const line = error?.linePos?.[0].line ?? 1
    problems.push(problem('not_yaml', [text.split('\n', line).at(-1)?.trim().slice(0, 60) ?? ''], { line }))
    return null
  }
  checkNodes(document, lineOf, problems)
  if (problems.length > 0) return null
  if (isMap(document.contents)) return { contents: document.contents, lineOf }
  problems.push(problem('not_a_map', [], { line: 1 }))
  return null
}

/** Keys are unique texts, and every value is written out. */
function checkNodes(document: Document.Parsed, lineOf: Reading['lineOf'], problems: ConfigurationProblem[]): void {
  visit(document, (_key, node) => {
    if (!isNode(node)) return undefined
    if (isAlias(node) || node.tag !== undefined || node.anchor !== undefined) {
      problems.push(problem('alias', [], { line: lineOf(node) }))
      return visit.BREAK
    }
    const known = new Set<string>()
    for (const { key } of isMap(node) ? node.items : []) {
      const word = isNode(key) ? textOf(key) : null
      const line = isNode(key) ? lineOf(key) : lineOf(node)
      if (word === null) problems.push(problem('not_a_map', [], { line }))
      else if (known.has(word)) problems.push(problem('duplicate', [word], { line }))
      else known.add(word)
    }
    return undefined
  })
}

/** Null if it is nested so deeply that it can't be read. Comparing each key with all others would take minutes, so `checkNodes` does it. */
function parseYaml(text: string, lineCounter: LineCounter): Document.Parsed | null {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: true, schema: 'core', uniqueKeys: false, strict: true })
  } catch {
    return null
  }
}

/** The text of a scalar as it was typed, so that `007` and `1.50` stay what they are. */
export const textOf = (node: Node | null | undefined): string | null => {
  if (!isScalar(node) || node.value === null) return null
  return typeof node.value === 'string' ? node.value : (node.source ?? JSON.stringify(node.value))
}

const pairsOf = (map: YAMLMap): [word: string, pair: Pair][] =>
  map.items.map((pair) => [isScalar(pair.key) ? (textOf(pair.key) ?? '') : '', pair])

function readSection(entity: Entity, { key, value }: Pair, reading: Reading): FileRecord[] {
  const place = { table: entity.name, line: reading.lineOf(key as Node) }
  if (value === null || (isScalar(value) && value.value === null))
    return isSingle(entity) ? [{ name: '', line: place.line, values: new Map() }] : []
  if (!isMap(value)) {
    reading.problems.push(problem('not_a_map', [], place))
    return []
  }
  if (isSingle(entity)) return [readRecord(entity, '', place.line, value, reading)]
  if (value.items.length > MAX_RECORDS) {
    reading.problems.push(problem('too_many', [MAX_RECORDS], place))
    return []
  }
  return pairsOf(value).flatMap(([name, pair]) => {
    const line = reading.lineOf(pair.key as Node)
    const empty = pair.value === null || (isScalar(pair.value) && pair.value.value === null)
    if (empty) return [{ name, line, values: new Map<string, FileValue>() }]
    if (isMap(pair.value)) return [readRecord(entity, name, line, pair.value, reading)]
    reading.problems.push(problem('not_a_map', [], { ...place, line, name }))
    return []
  })
}

function readRecord(entity: Entity, name: string, line: number, map: YAMLMap, { lineOf, problems }: Reading): FileRecord {
  const fields = configurationFields(entity)
  const known = [...fields, ...(isSingle(entity) ? [] : [WAS])]
  const values = new Map<string, FileValue>()
  let was: string | undefined
  for (const [word, { key, value }] of pairsOf(map)) {
    const at = lineOf(key as Node)
    const node = value as Node | null
    if (word === WAS && known.includes(WAS)) was = textOf(node) ?? ''
    else if (fields.includes(word)) values.set(word, { node, line: at })
    else problems.push(problem('unknown_key', [word], { line: at, table: entity.name, name, unknown: { word, known } }))
  }
  return { name, line, values, ...(was === undefined ? {} : { was }) }
}

/** Without this block a file can still be applied, but online changes are not detected. */
function readPulled(
  node: Node | null | undefined,
  lineOf: Reading['lineOf'],
  problems: ConfigurationProblem[],
): { pulled?: Pulled } {
  if (!isMap(node)) return {}
  const given = new Map(pairsOf(node).map(([word, { value }]) => [word, value as Node | null]))
  const number = (word: string): number => Number(textOf(given.get(word)) ?? Number.NaN)
  if (number('contract') > CONTRACT_VERSION)
    problems.push(problem('newer_contract', [], { line: lineOf(given.get('contract') ?? node) }))
  const [company, change] = [number('company'), number('change')]
  if (!Number.isSafeInteger(company) || !Number.isSafeInteger(change) || change < 0) return {}
  return { pulled: { server: textOf(given.get('server')) ?? '', company, change } }
}
