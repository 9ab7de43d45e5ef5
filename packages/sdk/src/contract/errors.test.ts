import { expect, it } from 'vitest'
import { apiError, isApiError } from './index.ts'

it('recognises an error of the contract, whichever package created it', () => {
  expect(isApiError(apiError('not_found'))).toBe(true)
  expect(isApiError(Object.assign(new Error('Gone'), { name: 'ApiError', code: 'not_found' }))).toBe(true)
})

it.each([
  ['a plain object', { name: 'ApiError', code: 'not_found', message: 'Gone' }],
  ['another error with a code', Object.assign(new Error('Gone'), { code: 'not_found' })],
  ['an error without a code', Object.assign(new Error('Gone'), { name: 'ApiError' })],
  ['an unknown code', Object.assign(new Error('Gone'), { name: 'ApiError', code: 'ENOENT' })],
  ['a code that is not text', Object.assign(new Error('Gone'), { name: 'ApiError', code: ['not_found'] })],
  ['nothing', undefined],
])('does not take %s for one', (_, value) => {
  expect(isApiError(value)).toBe(false)
})
