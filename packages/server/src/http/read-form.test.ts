import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readForm } from './read-form.ts'

const read = (body: string) => readForm(Buffer.from(body))

describe('form', () => {
  it.each([
    ['api=Order&method=move', { api: 'Order', method: 'move' }],
    ['data=%7B%22a%22%3A1%7D&lang=ru', { data: '{"a":1}', lang: 'ru' }],
    ['api=a&api=b&api=c', { api: ['a', 'b', 'c'] }],
    ['__proto__=x', { ['__proto__']: 'x' }],
    ['', {}],
    ['&&a=&=b&c&', { a: '', '': 'b', c: '' }],
    ['a=1=2&b%3D=%26+%2B', { a: '1=2', 'b=': '& +' }],
    ['a=100%&b=%zz%4&c=%e2%82%ac%', { a: '100%', b: '%zz%4', c: '€%' }],
    ['a=%ff', { a: '\uFFFD' }],
  ])('API-01: %s', (body, fields) => {
    expect(Object.entries(read(body))).toEqual(Object.entries(fields))
  })

  it('API-01: with more fields than any call has is refused before they are parsed', () => {
    expect(() => read('a&'.repeat(51))).toThrow(expect.objectContaining({ code: 'malformed' }) as Error)
    expect(() => read('&'.repeat(51))).toThrow(expect.objectContaining({ code: 'malformed' }) as Error)
    expect(() => read('a&'.repeat(130_000))).toThrow(expect.objectContaining({ code: 'malformed' }) as Error)
  })

  it('API-01: is parsed like the platform would, whatever it contains', () => {
    const part = fc.oneof(fc.constantFrom('%', '=', '&', '+', '%2', '%g0', '%2B', '%c3', '%A9', '0x'), fc.string())
    const body = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(body, (text) => {
        const fields: Record<string, string[]> = Object.create(null) as Record<string, string[]>
        for (const [name, value] of new URLSearchParams(`&${text}`)) (fields[name] ??= []).push(value)
        const expected = Object.entries(fields).map(([name, values]) => [name, values.length > 1 ? values : values[0]])
        expect(Object.entries(read(text))).toEqual(expected)
      }),
      { numRuns: 2000 },
    )
  })
})
