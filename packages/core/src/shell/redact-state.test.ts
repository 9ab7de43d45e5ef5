import { expect, it } from 'vitest'
import { redactState } from './redact-state.ts'

it.each([
  ['token', { token: 'abc' }, { token: '•••' }],
  ['password', { demo: [{ login: 'owner', password: 'tiffin-demo' }] }, { demo: [{ login: 'owner', password: '•••' }] }],
  ['settings', { settings: { openai_api_key: 'sk-1' } }, { settings: '•••' }],
  ['key', { openai_api_key: 'sk-1', google_maps_key: 'g-1' }, { openai_api_key: '•••', google_maps_key: '•••' }],
  ['nothing in an empty secret', { token: '' }, { token: '' }],
  ['nothing in other names', { company_id: 3, name: { en: 'Basil' } }, { company_id: 3, name: { en: 'Basil' } }],
  ['secrets within maps', { rows: new Map([[1, { token: 'abc' }]]) }, { rows: [[1, { token: '•••' }]] }],
])('SHELL-41: hides %s', (_what, state, shown) => {
  expect(redactState({ ...state, run: () => {} })).toEqual(shown)
})
