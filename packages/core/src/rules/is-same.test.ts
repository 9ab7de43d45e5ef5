import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSame } from './is-same.ts'

describe('JSON values', () => {
  it.each([
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: undefined }, { b: undefined }, false],
    [[], {}, false],
    [null, {}, false],
    [JSON.parse('{"__proto__":{}}'), {}, false],
    [JSON.parse('{"__proto__":{}}'), { a: {} }, false],
    [[1, [2]], [1, [2]], true],
    [[1, [2]], [1, [3]], false],
    ['1', 1, false],
  ])('%j and %j are equal: %j', (a: unknown, b: unknown, same) => {
    expect(isSame(a, b)).toBe(same)
  })

  it("agree with Node's isDeepStrictEqual", () => {
    const value = fc.jsonValue({ maxDepth: 3 })
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(isSame(a, b)).toBe(isDeepStrictEqual(a, b))
        expect(isSame(a, structuredClone(a))).toBe(true)
      }),
    )
  })
})
