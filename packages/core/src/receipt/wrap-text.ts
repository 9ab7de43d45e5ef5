import { cellWidth, charactersOf } from './cell-width.ts'

/**
 * Splits a clean text into lines of at most `cells` cells: between words, and within a word only if it is longer than a
 * line.
 */
export function wrapText(text: string, cells: number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  const push = () => {
    lines.push(line)
    line = ''
    used = 0
  }
  for (const word of text.split(' ').filter((each) => each !== '')) {
    const width = cellWidth(word)
    if (used > 0 && used + 1 + width <= cells) {
      line += ` ${word}`
      used += 1 + width
      continue
    }
    if (used > 0) push()
    if (width <= cells) {
      line = word
      used = width
      continue
    }
    for (const character of charactersOf(word)) {
      const item = cellWidth(character)
      if (used + item > cells && used > 0) push()
      line += character
      used += item
    }
  }
  if (line !== '' || lines.length === 0) push()
  return lines
}
