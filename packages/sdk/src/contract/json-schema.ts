import * as z from 'zod'
import { type Entity, rowSchema, saveSchema } from './entity.ts'

/**
 * JSON Schema (2020-12) of rows as the server returns them, or of the fields that a save may send. Which fields of a row are
 * present depends on the reader and the query; only the key always is. Joined rows and rules between fields are not part of it.
 */
export function jsonSchemaOf(entity: Entity, use: 'row' | 'save'): Record<string, unknown> {
  const schema = use === 'row' ? rowSchema({ ...entity, fields: readable(entity) }) : saveSchema(entity)
  const { $schema, type, properties, additionalProperties } = z.toJSONSchema(schema, {
    io: use === 'row' ? 'output' : 'input',
    unrepresentable: 'any',
  })
  const closed = use === 'row' ? { required: [entity.key] } : { additionalProperties }
  return { $schema, title: entity.name, type, properties, ...closed }
}

const readable = ({ fields }: Entity): Entity['fields'] =>
  Object.fromEntries(Object.entries(fields).filter(([, { kind, read }]) => kind !== 'secret' && read !== 'nobody'))
