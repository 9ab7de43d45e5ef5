import { Document, isCollection, isMap, isScalar, type YAMLMap } from 'yaml'
import { CONTRACT_VERSION, type Entity, type EntityName, type Field, type Multilang } from '@tiffin/sdk/contract'
import { configurationEntities, configurationFields } from '#rules/configuration'
import { isSame } from '#rules/is-same'
import { titleField } from '#rules/row-title'
import { type CompanyRecords, isSingle, type NamedRecord } from './company-records.ts'
import { UNNAMED } from './names.ts'

/** From where a file was pulled, and the newest change of the configuration at that time. */
export interface Pulled {
  server: string
  company: number
  change: number
}

/** The value of a field that a file leaves out; undefined if the server computes it or there is none. */
export function defaultOf({ initial, nullable }: Field): unknown {
  const isComputed = typeof initial === 'object' && initial !== null && 'computed' in initial
  return isComputed ? undefined : (initial ?? (nullable ? null : undefined))
}

/** A configuration as a YAML file: the same company always gives the same text. */
export function formatConfiguration(company: CompanyRecords, pulled: Pulled, comment: string): string {
  const sections = new Map<string, unknown>([
    ['language', company.language],
    ['pulled', new Map<string, unknown>([...Object.entries(pulled), ['contract', CONTRACT_VERSION]])],
  ])
  for (const entity of configurationEntities) {
    const records = company.records.get(entity.name)
    if (!records) continue
    const [single] = records
    const values = (record: NamedRecord): Map<string, unknown> => fileValues(entity, record, company)
    if (!isSingle(entity))
      sections.set(entity.name, new Map(inOrder(entity, records).map((record) => [record.name, values(record)])))
    else if (single) sections.set(entity.name, values(single))
  }
  const document = new Document(sections, { aliasDuplicateObjects: false })
  document.commentBefore = comment
    .split('\n')
    .map((line) => ` ${line}`)
    .join('\n')
  layOut(document.contents as unknown as YAMLMap)
  return document.toString({ lineWidth: 0, flowCollectionPadding: false })
}

/** As in lists; records with the same place by name, because keys differ between companies. */
function inOrder({ sort = '' }: Entity, records: readonly NamedRecord[]): NamedRecord[] {
  const placeOf = ({ row }: NamedRecord): number => Number(row[sort] ?? 0)
  return records.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.name < b.name ? -1 : 1))
}

/** Longer lists take a line for each of their values. */
const LINE = 60

/** Empty lines between sections; a short list or text of a record takes one line. */
function layOut(sections: YAMLMap): void {
  for (const [at, { key, value }] of sections.items.entries()) {
    if (isScalar(key) && at > 1) key.spaceBefore = true
    if (!isMap(value)) continue
    const isRecord = value.items.some((pair) => !isMap(pair.value))
    for (const item of isRecord ? value.items : value.items.flatMap((pair) => (isMap(pair.value) ? pair.value.items : [])))
      if (isCollection(item.value)) item.value.flow = JSON.stringify(item.value).length <= LINE
  }
}

function fileValues(entity: Entity, { name, row }: NamedRecord, company: CompanyRecords): Map<string, unknown> {
  const title = titleField(entity.name as EntityName)
  const values = new Map<string, unknown>()
  for (const field of configurationFields(entity)) {
    const declared = entity.fields[field] as Field
    const value = row[field]
    if (field === title && !isSingle(entity)) {
      const other = titleBesideName(value, name, company.language)
      if (other !== undefined) values.set(field, other)
    } else if (!isSame(value, defaultOf(declared))) values.set(field, fileValue(declared, value, company))
  }
  return values
}

/** The name of a record in the file is its text in the language of the file. */
function titleBesideName(value: unknown, name: string, language: string): unknown {
  if (typeof value !== 'object' || value === null) return value === name ? undefined : value
  const texts = value as Multilang
  const isName = texts[language] === name && name !== UNNAMED
  const own = isName ? {} : { [language]: texts[language] ?? null }
  const { [language]: _, ...others } = texts
  const written = { ...own, ...others }
  return Object.keys(written).length === 0 ? undefined : written
}

/** A value as it is written to a file, and shown in plans: records by name, flags as true and false. */
export function fileValue({ kind, to }: Field, value: unknown, company: CompanyRecords, nameOf = nameIn(company)): unknown {
  if (value === null || value === undefined) return null
  if (kind === 'flag') return value === 1
  if (kind === 'reference') return nameOf(to ?? '', Number(value))
  if (kind === 'referenceList') return (value as number[]).map((key) => nameOf(to ?? '', key))
  return value
}

/** The name of a record, or its key if several have that name. */
const nameIn =
  ({ records, names }: CompanyRecords) =>
  (table: string, key: number): string | number => {
    const record = records.get(table)?.find((item) => item.key === key)
    if (record) return record.name
    const others = names.get(table)
    const name = others?.get(key)
    const isUnique = name !== undefined && [...(others ?? [])].every(([other, text]) => other === key || text !== name)
    return isUnique && name !== UNNAMED ? name : key
  }
