// First and last code points of two-cell characters: East Asian wide and full-width, and emoji shown as pictures.
const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x23e9, 0x23ec],
  [0x25fd, 0x25fe],
  [0x2614, 0x2615],
  [0x26bd, 0x26be],
  [0x2705, 0x2705],
  [0x270a, 0x270b],
  [0x2728, 0x2728],
  [0x2753, 0x2757],
  [0x2b50, 0x2b55],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18aff],
  [0x1b000, 0x1b2ff],
  [0x1f004, 0x1f004],
  [0x1f0cf, 0x1f0cf],
  [0x1f18e, 0x1f19a],
  [0x1f1e6, 0x1f320],
  [0x1f32d, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f7e0, 0x1f7eb],
  [0x1f900, 0x1faff],
  [0x20000, 0x3fffd],
]
const EMOJI_STYLE = '\ufe0f'
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Splits a text into user-perceived characters. */
export const charactersOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

function characterWidth(character: string): 0 | 1 | 2 {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x300) return 1
  if (/^[\p{M}\p{Cf}]+$/u.test(character)) return 0
  return character.includes(EMOJI_STYLE) || wide.some(([first, last]) => code >= first && code <= last) ? 2 : 1
}

/** Number of cells that a text takes on a terminal or on paper: 2 for wide characters, 0 for combining marks. */
export function cellWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const character of charactersOf(text)) width += characterWidth(character)
  return width
}
