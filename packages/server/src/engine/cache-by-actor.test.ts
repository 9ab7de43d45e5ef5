import type { Actor } from '@tiffin/core/rules'
import { expect, it } from 'vitest'
import { cacheByActor } from './cache-by-actor.ts'

const actor = (): Actor => ({
  admin_id: 1,
  role: 2,
  company: 1,
  company_role: 1,
  merchants: new Map(),
  dictionary_edit: [],
})

it('makes a value once for each actor and choice, and never serves it to another actor', () => {
  const kept = cacheByActor<object>()
  const [item, other] = [actor(), actor()]
  const first = kept(item, ['order', ['total']], () => ({}))
  expect(kept(item, ['order', ['total']], () => ({}))).toBe(first)
  expect(kept(item, ['order', ['cost']], () => ({}))).not.toBe(first)
  expect(kept(other, ['order', ['total']], () => ({}))).not.toBe(first)
})

it('keeps no long choice and at most 100, so that clients can’t fill the memory', () => {
  const kept = cacheByActor<object>()
  const item = actor()
  const long = ['x'.repeat(6000)]
  expect(kept(item, long, () => ({}))).not.toBe(kept(item, long, () => ({})))
  const first = kept(item, [0], () => ({}))
  for (let n = 1; n <= 100; n += 1) kept(item, [n], () => ({}))
  expect(kept(item, [0], () => ({}))).not.toBe(first)
})
