import { type Entity, entities, operators } from '@tiffin/sdk/contract'
import { startTestServer, type TestServer } from '@tiffin/server/test'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fullRunOnly } from '../fixtures/full.ts'
import { refusalProblem } from '../conformance/http/refusal.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('owner')
})
afterAll(() => server.stop())

const registry: Entity[] = Object.values(entities)
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '',
    '%',
    '_',
    '\\',
    "'",
    '\u0000',
    '2026-11-21',
    '2026-11-21T10:00:00Z',
    '0000-01-01',
    '9999-12-31T23:59:59-14:00',
    '1e5',
    '-0.001',
    'NaN',
    'Infinity',
    '00000000-0000-4000-8000-000000000001',
  ),
)
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(0, -0, 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 1e15, 1e-300),
)

/** A query on one table that uses mostly its own fields, and sometimes others. */
function queryOf(entity: Entity): fc.Arbitrary<object> {
  const field = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...Object.keys(entity.fields)) },
    { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
  )
  const condition = fc.record(
    { key: field, op: fc.constantFrom(...operators), prm: fc.oneof(scalar, fc.array(scalar, { maxLength: 4 })) },
    { requiredKeys: ['key'] },
  )
  const part = fc.oneof(condition, fc.record({ any: fc.array(condition, { minLength: 1, maxLength: 3 }) }), fc.record({ text }))
  const few = (max: number) => fc.array(field, { maxLength: max })
  return fc.record(
    {
      table: fc.constant(entity.name),
      include: few(4),
      search: fc.array(part, { maxLength: 3 }),
      order: fc.array(fc.record({ field, dir: fc.constantFrom('asc', 'desc') }), { maxLength: 3 }),
      limit: fc.tuple(fc.nat({ max: 1e9 }), fc.nat({ max: 20_000 })),
      group: few(2),
      join: fc.subarray(Object.keys(entity.joins)),
      parse: few(1),
      statistic: few(2),
      mode: fc.constantFrom('board', 'report'),
    },
    { requiredKeys: ['table'] },
  )
}

const query = fc.constantFrom(...registry).chain(queryOf)

/** Conditions that suit their field, so that the statement actually runs. */
function goodQuery(entity: Entity): fc.Arbitrary<object> {
  const names = Object.keys(entity.fields).filter((name) => entity.fields[name]?.read === undefined)
  const field = fc.constantFrom(...names)
  const condition = fc.record({ key: field, op: fc.constantFrom('null', 'notnull') })
  const number = fc.record({ key: fc.constant(entity.key), op: fc.constantFrom('=', '!=', '>', '<='), prm: fc.maxSafeInteger() })
  return fc.record({
    table: fc.constant(entity.name),
    search: fc.array(fc.oneof(condition, number, fc.record({ any: fc.array(condition, { minLength: 1, maxLength: 3 }) })), {
      maxLength: 3,
    }),
    order: fc.array(fc.record({ field, dir: fc.constantFrom('asc', 'desc') }), { maxLength: 2 }),
    join: fc.subarray(Object.keys(entity.joins)),
    limit: fc.tuple(fc.nat({ max: 50 }), fc.nat({ max: 3000 })),
  })
}

describe('any query', () => {
  it.each([
    ['made of anything', query, 1500],
    ['that mostly suits its table', fc.constantFrom(...registry).chain(goodQuery), 700],
  ] as const)(
    'API-10 API-11 API-12 API-13: %s is answered or refused with a message, and never fails',
    async (_what, arbitrary, most) => {
      const numRuns = fullRunOnly.is ? most : most / 4
      let good = 0
      await fc.assert(
        fc.asyncProperty(arbitrary, async (asked) => {
          const answer = await server.call(
            'Reference',
            'getData',
            { tables: [asked] },
            { token, company: server.world.a, lang: 'ru' },
          )
          if (answer.status === 'OK') good += 1
          expect(refusalProblem(answer)).toBeUndefined()
        }),
        { numRuns, seed: 20_261_121 },
      )
      // A generator that only makes invalid queries would prove little.
      expect(good).toBeGreaterThan(numRuns / 25)
    },
    60_000,
  )
})
