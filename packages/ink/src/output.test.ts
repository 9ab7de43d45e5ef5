import { describe, expect, it } from 'vitest'
import Output from './output.js'
import type { OutputTransformer } from './render-node-to-output.js'

type Write = [x: number, y: number, text: string, transform?: OutputTransformer]

/** The rows of a frame of 12 columns. */
function rows(...writes: Write[]): string[] {
  const output = new Output({ width: 12, height: 2 })
  for (const [x, y, text, transform] of writes) output.write(x, y, text, { transformers: transform ? [transform] : [] })
  return output.get().output.split('\n')
}

describe('a row', () => {
  it('is joined from its parts, whatever their order', () => {
    expect(rows([6, 0, 'two'], [0, 0, 'one'], [3, 1, '字'])).toEqual(['one   two', '   字'])
  })

  it('shows the later of two parts that overlap', () => {
    expect(rows([0, 0, 'one two'], [2, 0, '-'])).toEqual(['on- two', ''])
  })

  it('blanks the other half of a wide letter that is half covered', () => {
    expect(rows([0, 0, '字字'], [1, 0, '-'])).toEqual([' -字', ''])
  })

  it('measures a part after its transform', () => {
    const marked: OutputTransformer = (line) => `> ${line}`
    expect(rows([0, 0, 'one', marked], [5, 0, '|'])).toEqual(['> one|', ''])
    expect(rows([0, 0, 'one', marked], [4, 0, '|'])).toEqual(['> on|', ''])
    expect(rows([0, 0, 'one', () => ''], [1, 0, '|'])).toEqual([' |', ''])
  })

  it('is not affected by an earlier frame that had the same texts elsewhere', () => {
    const red = '\u001B[31mone\u001B[39m'
    const first = rows([0, 0, red], [1, 0, 'X'])
    expect(rows([4, 0, red], [0, 0, 'X'])).toEqual([`X   ${red}`, ''])
    expect(rows([0, 0, red], [1, 0, 'X'])).toEqual(first)
  })
})
