import { expect, it } from 'vitest'
import { renderText } from './render-text.ts'
import { createPaper } from './ticket-paper.ts'

it.each([
  ['a sum beside its item', 'Margherita', '9.00', ['2 x Margherita              9.00']],
  [
    'a sum beside the first line of its item',
    'Margherita with a lot of basil',
    '9.00',
    ['2 x Margherita with a lot   9.00', '    of basil'],
  ],
  [
    'a sum that leaves too little room for the name, below it',
    'Margherita with basil',
    '9 000 000 000 000.00',
    ['2 x Margherita with basil', '            9 000 000 000 000.00'],
  ],
])('PRINT-01: %s', (_, name, sum, lines) => {
  const paper = createPaper(32, 'en')
  paper.pair(name, sum, { bullet: '2 x ' })
  expect(renderText(paper.lines, 32)).toBe(lines.map((line) => `${line}\n`).join(''))
})
