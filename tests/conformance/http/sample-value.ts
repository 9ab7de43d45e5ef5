import * as z from 'zod'

type Json = { [key: string]: unknown }

/** A picture and a sound, which must be stored before a row refers to them. */
export const storedNames = [`${'a'.repeat(64)}.webp`, `${'b'.repeat(64)}.wav`]

/** Texts that cover every pattern and format of the contract. */
const texts = [
  'sample',
  '1.50',
  'en',
  '4711',
  '#112233',
  '10:00',
  'allow_chat',
  'a@example.com',
  'https://example.com/x',
  '2026-02-03',
  '2026-02-03T10:00:00.000Z',
  '00000000-0000-4000-8000-000000000001',
  'Europe/Rome',
  ...storedNames,
  'shop.example.com',
  '7',
]

/** The smallest value that a schema of the contract accepts; `turn` selects another one if there are several. */
export function sampleValue(schema: z.ZodType, turn = 0): unknown {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  const value = fromShape(shape, turn)
  if (schema.safeParse(value).success) return value
  // A custom rule, such as a time zone, is stricter than the shape.
  return texts.find((text) => schema.safeParse(text).success) ?? value
}

function fromShape(shape: Json, turn: number): unknown {
  if ('const' in shape) return shape['const']
  if (Array.isArray(shape['enum'])) return shape['enum'][turn % shape['enum'].length]
  const any = (shape['anyOf'] ?? shape['oneOf']) as Json[] | undefined
  if (any)
    return fromShape(
      any.filter((other) => other['type'] !== 'null')[turn % any.filter((item) => item['type'] !== 'null').length] as Json,
      turn,
    )
  switch (shape['type']) {
    case 'string':
      return sampleText(shape, turn)
    case 'number':
    case 'integer': {
      const least = Number(shape['minimum'] ?? Number(shape['exclusiveMinimum'] ?? 0) + 1)
      return Math.min(Math.max(least, 1 + turn), Number(shape['maximum'] ?? 1e6))
    }
    case 'boolean':
      return turn % 2 === 0
    case 'array': {
      const parts = (shape['prefixItems'] as Json[] | undefined)?.map((part) => fromShape(part, turn))
      if (parts) return parts
      const count = Math.max(1, Number(shape['minItems'] ?? 1))
      return Array.from({ length: count }, () => fromShape((shape['items'] ?? {}) as Json, turn))
    }
    case 'object': {
      const named = Object.entries((shape['properties'] ?? {}) as Record<string, Json>)
      if (named.length > 0) return Object.fromEntries(named.map(([name, part]) => [name, fromShape(part, turn)]))
      const keys = shape['propertyNames'] as Json | undefined
      const values = shape['additionalProperties']
      return {
        [keys ? String(fromShape(keys, 0)) : 'sample']: typeof values === 'object' ? fromShape(values as Json, turn) : 'sample',
      }
    }
    default:
      return 'sample'
  }
}

const formats: Record<string, RegExp> = { email: /@/, uri: /^https/, uuid: /^0{8}-/, date: /^\d{4}-\d\d-\d\d$/, 'date-time': /T/ }

function sampleText(shape: Json, turn: number): string {
  const pattern = typeof shape['pattern'] === 'string' ? new RegExp(shape['pattern'], 'u') : /^/
  const format = formats[String(shape['format'])] ?? /^/
  const found = texts.find((text) => pattern.test(text) && format.test(text)) ?? 'sample'
  const least = Number(shape['minLength'] ?? 0)
  const most = Number(shape['maxLength'] ?? Number.POSITIVE_INFINITY)
  const plain = found === 'sample' && turn > 0 ? `sample ${turn}` : found
  return plain.padEnd(least, 'x').slice(0, most)
}
