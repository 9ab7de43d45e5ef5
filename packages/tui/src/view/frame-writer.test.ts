import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFrameWriter, lineChange } from './frame-writer.ts'

const ROWS = 6
const SIZE = `40x${ROWS}`

/** A terminal that understands frames; a cell is its letter and its styles. */
function createScreen() {
  const rows = Array.from({ length: ROWS }, (): string[] => [])
  let [row, column] = [0, 0]
  let styles = new Map<string, string>()
  const style = (codes: string): void => {
    const numbers = codes === '' ? [0] : codes.split(';').map(Number)
    while (numbers.length > 0) {
      const code = numbers.shift() ?? 0
      if (code === 0) styles = new Map()
      else if (code === 38) styles.set('color', numbers.splice(0, 4).join())
      else if (code === 39) styles.delete('color')
      else if (code >= 30) styles.set('color', String(code))
      else if (code === 22) for (const name of ['1', '2']) styles.delete(name)
      else if (code > 22) styles.delete(String(code - 20))
      else styles.set(String(code), 'on')
    }
  }
  return {
    /** Without trailing blanks, which are invisible. */
    cells: () =>
      rows.map((line) =>
        Array.from(line, (cell: string | undefined) => cell ?? ' ')
          .join('')
          .trimEnd(),
      ),
    write(bytes: string): void {
      // oxlint-disable-next-line no-control-regex -- commands begin with an escape
      for (const [text, codes = '', command] of bytes.matchAll(/\u001B\[([\d;]*)([A-Za-z])|\n|./gsu)) {
        const line = rows[row] as string[]
        if (command === 'm') style(codes)
        else if (command === 'A') row = Math.max(0, row - Number(codes || 1))
        else if (command === 'B') row = Math.min(ROWS - 1, row + Number(codes || 1))
        else if (command === 'G') column = Number(codes || 1) - 1
        else if (command === 'K') line.splice(codes === '2' ? 0 : column)
        else if (text === '\n') [row, column] = [Math.min(ROWS - 1, row + 1), 0]
        else {
          const worn = [...styles]
            .map(String)
            .toSorted((a, b) => a.localeCompare(b))
            .join(' ')
          line[column] = worn === '' ? text : `<${worn}:${text}>`
          column += 1
        }
      }
    },
  }
}

const [bold, dim, inverse, red, status] = (
  [
    [1, 22],
    [2, 22],
    [7, 27],
    [31, 39],
    ['38;2;140;107;177', 39],
  ] as const
).map(
  ([on, off]) =>
    (text: string): string =>
      `\u001B[${on}m${text}\u001B[${off}m`,
) as [Style, Style, Style, Style, Style]
type Style = (text: string) => string

/** Frames as the renderer writes them: the previous one is erased line by line. */
function framesOf(frames: readonly (readonly string[])[]): string[] {
  return frames.map((lines, index) => {
    const before = frames[index - 1]?.length ?? 0
    const back = before === 0 ? '' : `${'\u001B[2K\u001B[1A'.repeat(before - 1)}\u001B[2K\u001B[G`
    return back + lines.join('\n')
  })
}

describe('frame writer', () => {
  it.each([
    ['nothing if nothing differs', bold('Anna'), bold('Anna'), ''],
    ['a second', '● 4:59', '● 4:58', '\u001B[6G8'],
    ['distant cells separately', 'a234567890123b', 'A234567890123B', '\u001B[1GA\u001B[14GB'],
    ['close cells together', 'a234b', 'A234B', '\u001B[1GA234B'],
    [
      'a card that is highlighted, but not its neighbour',
      `${bold('#7')} ${status('▌')}`,
      `${bold(inverse('#7'))} ${status('▌')}`,
      '\u001B[1G\u001B[1;7m#7\u001B[m',
    ],
    ['bold and dim at once', bold(dim('ab')), bold('ab'), '\u001B[1G\u001B[1mab\u001B[m'],
    ['a shorter end', 'late by 3 min', 'late', '\u001B[5G\u001B[K'],
    ['everything after a letter of uncertain width', 'a 田中 1 x', 'a 田中 2 x', '\u001B[8G\u001B[K2 x'],
    ['the whole line if it contains more than text', 'a\u001B]8;;x\u0007b', 'b', '\u001B[G\u001B[2Kb'],
  ])('writes for a line %s', (_what, before, after, bytes) => {
    expect(lineChange(before, after)).toBe(bytes)
  })

  it('leaves the same screen as the renderer would', () => {
    const run = fc
      .tuple(
        fc.constantFrom(
          (text: string) => text,
          bold,
          dim,
          inverse,
          red,
          status,
          (text: string) => bold(inverse(red(text))),
        ),
        fc.string({ unit: fc.constantFrom('a', 'b', ' ', '▌', 'ж'), maxLength: 8 }),
      )
      .map(([worn, text]) => worn(text))
    const line = fc.array(run, { maxLength: 4 }).map((runs) => runs.join(''))
    const frame = fc.array(line, { minLength: 1, maxLength: ROWS })
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1, maxLength: 5 }), fc.nat({ max: ROWS }), (frames, few) => {
        const [plain, ours] = [createScreen(), createScreen()]
        const change = createFrameWriter(few)
        for (const chunk of framesOf(frames)) {
          plain.write(chunk)
          ours.write(change(chunk, SIZE))
          expect(ours.cells()).toEqual(plain.cells())
        }
      }),
    )
  })

  it('passes on anything that is not a frame, and the first frame after a resize', () => {
    const change = createFrameWriter()
    const [first, second, third] = framesOf([
      ['one', 'two'],
      ['one', 'TWO'],
      ['one', 'three'],
    ]) as [string, string, string]
    expect(change('\u001B[?1049h\u001B[?25l', SIZE)).toBe('\u001B[?1049h\u001B[?25l')
    expect(change(first, SIZE)).toBe(first)
    expect(change('\u001B[?2026h', SIZE)).toBe('\u001B[?2026h')
    expect(change(second, SIZE)).toBe('\u001B[1GTWO')
    expect(change(third, '30x6')).toBe(third)
  })
})
