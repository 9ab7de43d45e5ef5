import * as z from 'zod'
import { type Call, CONTRACT_VERSION } from './call.ts'
import { calls } from './calls/index.ts'
import { entities } from './entities/index.ts'
import type { Entity } from './entity.ts'
import { errorCodes } from './errors.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { appSchema, envelopeSchema, requestSchema } from './wire.ts'

type Json = Record<string, unknown>
const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` })
const json = (schema: Json): Json => ({ 'application/json': { schema } })

/** Schema of a request (`input`) or of a response (`output`), to which later servers may add fields. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...own } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return own
}

/** Fields of the form that are parameters of the address here. */
const parameters = {
  company: {
    name: 'company',
    in: 'query',
    description: "The company to act for. Absent: the person's default. 0: none, the whole platform for its administrators.",
    schema: schemaOf(requestSchema.shape.company, 'input'),
  },
  lang: {
    name: 'lang',
    in: 'query',
    description: 'Language code of the answer.',
    schema: schemaOf(requestSchema.shape.lang, 'input'),
  },
  idempotency_key: {
    name: 'idempotency_key',
    in: 'query',
    description: 'Requests with the same key are carried out once.',
    schema: schemaOf(requestSchema.shape.idempotency_key, 'input'),
  },
  app: {
    name: 'app',
    in: 'query',
    description: 'The program. A contract version that is too old is refused.',
    content: json(schemaOf(appSchema, 'input')),
  },
}

/** One of these is needed: a session, or an access token with one of the scopes. */
function securityOf({ auth, tokens }: Call): Json[] {
  const scopes = tokens === 'any' ? [[]] : (tokens ?? []).map((scope) => [scope])
  return [...(auth === 'none' ? [{}] : []), { session: [] }, ...scopes.map((roles) => ({ access_token: roles }))]
}

function contentOf(call: Call): Json {
  const answer = { oneOf: [{ allOf: [ref('schemas', 'Answer'), schemaOf(call.output, 'output')] }, ref('schemas', 'Refusal')] }
  if (!call.files) return json(answer)
  const file = { schema: { type: 'string', format: 'binary' } }
  return { ...Object.fromEntries(call.files.map((type) => [type, file])), ...json(ref('schemas', 'Refusal')) }
}

function operationOf(call: Call): Json {
  const input = schemaOf(call.input, 'input')
  const names = ['company', 'lang', ...(call.effect === 'write' ? ['idempotency_key'] : []), 'app']
  const codes = call.errors?.length ? ` Codes of its own: ${call.errors.join(', ')}.` : ''
  return {
    operationId: `${call.api}.${call.method}`,
    tags: [call.api],
    description: `${call.effect === 'write' ? 'Changes data.' : 'Only reads.'}${codes}`,
    security: securityOf(call),
    parameters: names.map((name) => ref('parameters', name)),
    requestBody: { required: Array.isArray(input['required']) && input['required'].length > 0, content: json(input) },
    responses: {
      200: { description: 'The answer, or a refusal.', content: contentOf(call) },
      default: { description: 'The request is invalid, or the server is unavailable.', content: json(ref('schemas', 'Refusal')) },
    },
  }
}

/** Rows as they are read, and the fields that a save may send. */
function rowSchemas(): Json {
  const schemas = Object.values(entities).flatMap((entity: Entity) => {
    const { $schema: _, title: __, ...row } = jsonSchemaOf(entity, 'row')
    const { $schema: ___, title: ____, ...save } = jsonSchemaOf(entity, 'save')
    return [
      [entity.name, row],
      [`${entity.name}_save`, save],
    ] as const
  })
  return Object.fromEntries(schemas)
}

/**
 * OpenAPI 3.1 description of the calls in their JSON form, `{base}/{api}/{method}` (AMB-234). Calls that are only planned are
 * left out.
 */
export function openApi(): Json {
  const declared = Object.values(calls).flatMap((methods) => Object.values(methods) as Call[])
  const { properties, ...refusal } = schemaOf(envelopeSchema, 'output')
  const code = { anyOf: [{ enum: errorCodes }, { type: 'string' }] }
  const status = (value: string): Json => ({ type: 'string', const: value })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tiffin',
      version: String(CONTRACT_VERSION),
      description: `docs/wire.md describes the calls; schemas such as \`order\` are the rows of tables.`,
    },
    servers: [{ url: '/api' }],
    paths: Object.fromEntries(
      declared
        .filter(({ planned }) => planned !== true)
        .map((call) => [`/${call.api}/${call.method}`, { post: operationOf(call) }]),
    ),
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token of Auth.Login.' },
        access_token: { type: 'http', scheme: 'bearer', bearerFormat: 'tif_…', description: 'With its scopes as roles.' },
      },
      parameters,
      schemas: {
        Answer: {
          type: 'object',
          properties: { server_time: { type: 'number', description: 'In seconds.' }, status: status('OK') },
          required: ['server_time', 'status'],
        },
        Refusal: {
          ...refusal,
          properties: { ...(properties as Json), status: status('FAIL'), code },
          required: ['server_time', 'status', 'code', 'error'],
        },
        ...rowSchemas(),
      },
    },
  }
}
