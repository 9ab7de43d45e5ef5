import { expect, it } from 'vitest'
import * as z from 'zod'
import { allowExistingMembers } from './existing-members.ts'

const accepts = (schema: z.ZodType, previous: unknown, value: unknown) =>
  allowExistingMembers(schema, previous).safeParse(value).success
const member = z.strictObject({ a: z.number(), b: z.number().max(5) })

it('accepts members of a list that it had before, in any order of their keys, and no other invalid ones', () => {
  const list = z.array(member)
  const previous = [{ a: 1, b: 9, old: { x: [1, 2], y: null } }]
  const reordered = { old: { y: null, x: [1, 2] }, b: 9, a: 1 }
  expect(accepts(list, previous, [{ a: 2, b: 5 }, reordered])).toBe(true)
  expect(accepts(list, previous, [{ a: 1, b: 8, old: { x: [1, 2], y: null } }])).toBe(false)
  expect(accepts(list, previous, [{ a: 1, b: 9, old: { x: [2, 1], y: null } }])).toBe(false)
  expect(accepts(list, previous, [{ a: 1, b: 9, old: { x: { 0: 1, 1: 2 }, y: null } }])).toBe(false)
  expect(accepts(list, previous, [{ a: 2, b: 6 }])).toBe(false)
  expect(accepts(list, [], [reordered])).toBe(false)
})

it('keeps the limit of the list', () => {
  expect(accepts(z.array(z.number()).max(2), [1, 2, 3], [1, 2, 3])).toBe(false)
})

it('accepts values of an object that it had before, each under its own name', () => {
  const previous = { a: 'old', b: { y: 2, x: 1 } }
  expect(accepts(member, previous, { a: 'old', b: 5 })).toBe(true)
  expect(accepts(member, previous, { a: 1, b: { x: 1, y: 2 } })).toBe(true)
  expect(accepts(member, previous, { a: 'other', b: 5 })).toBe(false)
  expect(accepts(member, previous, { a: 1, b: 'old' })).toBe(false)
  expect(accepts(member, { b: 9 }, { b: 9 })).toBe(false)
  expect(accepts(member, { b: 9 }, { a: 1, b: 9 })).toBe(true)
})

it.each([[null], ['old'], [undefined]])('changes no schema for the former value %j', (previous) => {
  expect(allowExistingMembers(member, previous)).toBe(member)
  expect(accepts(z.array(member), previous, [{ a: 1, b: 6 }])).toBe(false)
})

it('looks through a nullable schema and leaves others unchanged', () => {
  expect(accepts(z.array(z.string()).nullable(), [1], [1, 'x'])).toBe(true)
  const text = z.string()
  expect(allowExistingMembers(text, 'old')).toBe(text)
  expect(allowExistingMembers(text, ['old'])).toBe(text)
  expect(allowExistingMembers(text, { old: 1 })).toBe(text)
})
