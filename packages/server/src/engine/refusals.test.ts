import { apiError } from '@tiffin/sdk/contract'
import { expect, it } from 'vitest'
import { createRefusals } from './refusals.ts'

it('API-16: reports the first of several refusals with its own message', async () => {
  const refusals = createRefusals()
  await refusals.each([2, 0], (row) => {
    throw apiError('invalid_value', { row, message: 'Must be %1 or more', params: [row] })
  })
  let raised: unknown
  try {
    refusals.raise()
  } catch (error) {
    raised = error
  }
  expect(raised).toMatchObject({ message: 'Must be %1 or more', params: [0], row: 0, refused: [{ row: 0 }, { row: 2 }] })
})
