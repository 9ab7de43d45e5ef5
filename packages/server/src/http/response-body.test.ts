import { apiError } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { errorBody, successBody } from './response-body.ts'

const NOW = 1_763_700_000_900
const refused = (code: Parameters<typeof apiError>[0], api: string, more = {}): unknown =>
  JSON.parse(errorBody(apiError(code, more), api, NOW))

it.each([
  ['an object', { data: { order: [] } }],
  ['JSON already serialised as text', { json: '{"data":{"order":[]}}' }],
  ['JSON already serialised as bytes', { json: Buffer.from('{"data":{"order":[]}}') }],
])('API-02 API-14 TIME-09: a success answer from %s has the time in seconds and its own fields', (_what, output) => {
  expect(JSON.parse(successBody(output, NOW).toString())).toEqual({
    server_time: 1_763_700_000,
    status: 'OK',
    data: { order: [] },
  })
})

it('API-02: a refusal is reported at the top and in data, under its table if it has one', () => {
  const error = 'Record is in use'
  expect(refused('in_use', 'Reference')).toMatchObject({ server_time: 1_763_700_000, status: 'FAIL', error, code: 'in_use' })
  expect(refused('in_use', 'Reference')).toMatchObject({ data: { status: 'FAIL', error } })
  expect(refused('in_use', 'Reference')).not.toHaveProperty('auth')
  expect(refused('in_use', 'Reference', { table: 'cuisine' })).toMatchObject({
    data: { status: 'FAIL', error, cuisine: { status: 'FAIL', error, code: 'in_use', rows: [] } },
  })
})

it.each([
  ['of a call of Auth', 'bad_credentials', 'Auth'],
  ['for want of a session', 'session_required', 'Reference'],
  ['of a session that has ended', 'session_expired', 'Reference'],
] as const)('API-02: a refusal %s is also reported in auth', (_why, code, api) => {
  expect(refused(code, api)).toMatchObject({ auth: { status: 'FAIL', error: apiError(code).message } })
})
