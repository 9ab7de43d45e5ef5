import { apiError } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { textOf } from '#i18n/text-key'
import { failureSentence } from './failure-sentence.ts'

it.each([
  ['a stopped server', apiError('network'), 'offline', "Can't reach the server"],
  ['a cut connection', apiError('timeout_client'), 'offline', "Can't reach the server"],
  ['a cut connection while it is tried again', apiError('timeout_client'), 'connecting', "Can't reach the server"],
  ['a slow server', apiError('timeout_client'), 'online', 'Server error'],
  ['a refusal that came before the connection was lost', apiError('forbidden'), 'offline', apiError('forbidden').message],
  ['a mistake in the program', new Error('x'), 'offline', 'Server error'],
] as const)('ERR-01: says of %s what it means', (_what, error, phase, text) => {
  expect(textOf(failureSentence(error, { live: { phase, since: 0 } }))).toBe(text)
})
