import { describe, expect, it } from 'vitest'
import { readForm } from './read-form.ts'

describe('a form', () => {
  it.each([
    ['api=Order&method=move', { api: 'Order', method: 'move' }],
    ['data=%7B%22a%22%3A1%7D&lang=ru', { data: '{"a":1}', lang: 'ru' }],
    ['api=a&api=b&api=c', { api: ['a', 'b', 'c'] }],
    ['__proto__=x', { ['__proto__']: 'x' }],
    ['', {}],
  ])('API-01: %s', (body, fields) => {
    expect(Object.entries(readForm(body))).toEqual(Object.entries(fields))
  })

  it('API-01: of more fields than any call has is refused before they are put together', () => {
    expect(() => readForm('a&'.repeat(51))).toThrow(expect.objectContaining({ code: 'malformed' }) as Error)
    expect(() => readForm('a&'.repeat(130_000))).toThrow(expect.objectContaining({ code: 'malformed' }) as Error)
  })
})
