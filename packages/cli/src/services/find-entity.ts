import { entities, type Entity, type EntityName, entityNames, type Field, languageCode } from '@tiffin/sdk/contract'
import { suggestionOr, wrongUsage } from '../failure.ts'
import { suggest } from '../suggest.ts'

/** The entity of that name; plurals and hyphens are accepted. */
export function findEntity(given: string): Entity {
  const name = given.toLowerCase().replaceAll('-', '_')
  const found = [name, name.replace(/s$/, '')].find((item): item is EntityName => Object.hasOwn(entities, item))
  if (found) return entities[found]
  const suggestion = suggest(name, [...entityNames, ...entityNames.map((entityName) => `${entityName}s`)])
  throw wrongUsage('Entity not found: %1', {
    params: [given],
    next: [suggestionOr(suggestion, { message: entityNames.join(', ') })],
  })
}

/** A field of an entity; `id` means the key. */
export function findField(entity: Entity, given: string): [name: string, field: Field] {
  const name = given === 'id' && !('id' in entity.fields) ? entity.key : given
  const field = entity.fields[name] ?? languageField(entity, name)
  if (field) return [name, field]
  const suggestion = suggest(given, Object.keys(entity.fields))
  throw wrongUsage('The table %1 has no field %2', {
    params: [entity.name, given],
    next: [suggestionOr(suggestion, { message: Object.keys(entity.fields).join(', ') })],
  })
}

/** On the wire, the dictionary has a field for each language. */
const languageField = ({ name }: Entity, code: string): Field | undefined =>
  name === 'dictionary' && languageCode.safeParse(code).success ? entities.global_lang.fields.name : undefined

/** The fields that a read may ask for: of the dictionary, the languages instead of all texts. */
export const wireFields = (entity: Entity, names: readonly string[], languages: readonly string[] = ['en']): string[] =>
  names.flatMap((name) => (entity.name === 'dictionary' && name === 'texts' ? languages : [name]))

const numeric: ReadonlySet<string> = new Set(['id', 'int', 'number', 'flag', 'choice', 'reference', 'referenceList'])
export const isNumeric = (field: Field): boolean => numeric.has(field.kind)

/** A key in wire form: a number, or a uuid string. */
export function readKey(entity: Entity, text: string): number | string {
  const field = entity.fields[entity.key]
  if (field && !isNumeric(field)) return text
  if (!/^\d{1,15}$/.test(text)) throw wrongUsage('Invalid ID: %1', { params: [text] })
  return Number(text)
}
