import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { entities } from './index.ts'
import { code, date, flag, host, id, moment, normalizeCode, normalizeHost, reference, text, timezoneSchema } from './field.ts'
import { normalizeName } from './normalize-name.ts'

it.each([
  ['a key', () => id(), false],
  ['an optional reference', () => reference('user'), true],
  ['a required reference', () => reference('user', { required: true }), false],
  ['a reference with an initial value', () => reference('country', { initial: 1 }), false],
  ['a date', () => date(), true],
  ['a text', () => text(), false],
  ['a flag', () => flag(), false],
])('%s takes null: %s', (_, create, isNullable) => {
  const field = create()
  expect(field.nullable).toBe(isNullable)
  expect(field.schema.safeParse(null).success).toBe(isNullable)
})

it('holds a text to its longest, and a required one to at least one character', () => {
  const accepted = (schema: z.ZodType) => ['', 'x', 'xxx', 'xxxx'].filter((value) => schema.safeParse(value).success)
  expect(accepted(text({ max: 3 }).schema)).toEqual(['', 'x', 'xxx'])
  expect(accepted(text({ max: 3, required: true }).schema)).toEqual(['x', 'xxx'])
  expect(text().schema.safeParse('x'.repeat(2000)).success).toBe(true)
  expect(text().schema.safeParse('x'.repeat(2001)).success).toBe(false)
  expect(text().initial).toBe('')
})

it.each([
  ['2000-01-01', true],
  ['2199-12-31', true],
  ['1999-12-31', false],
  ['2200-01-01', false],
  ['0026-01-01', false],
])('accepts only years that can be meant: %s is %s', (day, isAccepted) => {
  expect(date().schema.safeParse(day).success).toBe(isAccepted)
  expect(moment().schema.safeParse(`${day}T10:00:00Z`).success).toBe(isAccepted)
})

it.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Europe/Nowhere', false],
  ['', false],
])('time zone %j is valid: %s', (zone, isAccepted) => {
  expect(timezoneSchema.safeParse(zone).success).toBe(isAccepted)
})

it.each([
  ['Ida Brandt', 'Ida Brandt'],
  ['Ida\u202E Brandt\n', 'Ida Brandt'],
  ['أيدا \u0007برانت', 'أيدا برانت'],
])('removes line breaks and changes of direction from the name %j', (typed, name) => {
  expect(normalizeName(typed)).toBe(name)
})

it.each([
  ['owner', 'owner'],
  [' owner \t', 'owner'],
  ['own\u200Ber\u00AD', 'owner'],
  ['own\u3164er', 'owner'],
  ['ｏｗｎｅｒ', 'owner'],
  ['night \t\n kitchen', 'night kitchen'],
  ['night\u0000kitchen', 'night kitchen'],
])('has one form for the code %j', (typed, plain) => {
  expect(normalizeCode(typed)).toBe(plain)
  expect(code({ max: 20 }).schema.parse(typed)).toBe(plain)
})

it('refuses a required code without visible characters', () => {
  expect(code({ max: 20, required: true }).schema.safeParse('\u200B ').success).toBe(false)
  expect(code({ max: 20 }).schema.safeParse('\u200B ').success).toBe(true)
})

it.each([
  ['shop.example.com', 'shop.example.com'],
  [' Shop.Example.com ', 'shop.example.com'],
  ['https://shop.example.com/', 'shop.example.com'],
  ['HTTP://shop.example.com', 'shop.example.com'],
  ['shop.example.com../', 'shop.example.com'],
  ['www.www.shop.example.com', 'www.shop.example.com'],
  ['shop.www.example.com', 'shop.www.example.com'],
  ['shop.www.www.example.com', 'shop.www.www.example.com'],
  ['a.x.yz', 'a.x.yz'],
  ['shop.example.x', 'shop.example.x'],
  ['www2.shop.example.com', 'www2.shop.example.com'],
  ['пицца.рф', 'xn--80apu3aa.xn--p1ai'],
  ['', ''],
])('has one form for the host name %j', (typed, plain) => {
  expect(normalizeHost(typed)).toBe(plain)
  expect(host().schema.parse(typed)).toBe(plain)
})

it.each([
  'shop.example.com/menu',
  'shop.example.com/https://menu',
  'shop.example.com:8080',
  'user@shop.example.com',
  'shop',
  'no host',
  '10.0.0.1',
  '[::1]',
])('refuses %j as a host name, as typed', (typed) => {
  expect(normalizeHost(typed)).toBe(typed)
  expect(host().schema.safeParse(typed).success).toBe(false)
})

describe('a cart', () => {
  const { schema } = entities.order.fields.cart
  const [line] = schema.parse([{ id: 1, name: 'Pizza', qty: 1 }]) as object[]
  const cart = (lines: number, length: number, letter: string) =>
    Array.from({ length: lines }, (_, index) => ({ ...line, description: index < 20 ? letter.repeat(length) : '' }))
  const refusal = 'Enter at most 250 items, 64 kB in total'
  const messageOf = (value: unknown) => schema.safeParse(value).error?.issues.map(({ message }) => message)

  it('has at most 250 items', () => {
    expect(messageOf(cart(250, 0, 'x'))).toBeUndefined()
    expect(messageOf(cart(251, 0, 'x'))).toEqual([refusal])
  })

  // Letters of Cyrillic and Arabic take two bytes, those of Thai three.
  it.each([
    ['x', 1],
    ['я', 2],
    ['ع', 2],
    ['ก', 3],
  ])('takes at most 64 kB, also of %s', (letter, bytes) => {
    const empty = new TextEncoder().encode(JSON.stringify(cart(20, 0, letter))).length
    const longest = Math.floor((64 * 1024 - empty) / 20 / bytes)
    expect(messageOf(cart(20, longest, letter))).toBeUndefined()
    expect(messageOf(cart(20, longest + 1, letter))).toEqual([refusal])
  })
})
