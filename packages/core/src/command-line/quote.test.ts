import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { commandLine } from './quote.ts'

/** Words that a shell parses from a line. */
const wordsOf = (shell: string, line: string): string[] =>
  execFileSync(shell, ['-c', String.raw`printf '%s\000' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)

it.each(['sh', 'bash'])('gives %s exactly the words, whatever they contain', (shell) => {
  const hostile = [
    "it's",
    '"$(touch x)"',
    '`id`',
    'a\nb\n',
    '!!',
    '~',
    '=x',
    '*',
    '',
    ' ',
    '\\',
    '\u001B[2J\u0003\r\t',
    '\u009B',
    '-n',
    'Имя 🍕',
    '$HOME',
    "';rm -rf ~;'",
  ]
  expect(wordsOf(shell, commandLine(['x', ...hostile]))).toEqual(['x', ...hostile])
  const word = fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', ''))
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
      expect(wordsOf(shell, commandLine(words))).toEqual(words)
    }),
    { numRuns: 50 },
  )
})

it('has no control characters but line breaks, which a terminal would carry out when the line is pasted', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (word) => {
      // oxlint-disable-next-line no-control-regex
      expect(commandLine([word])).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/)
    }),
  )
})

it('leaves simple words readable', () => {
  expect(commandLine(['tiffin', 'list', 'courier', '--where', 'courier_status=1,2', '--order', '-name'])).toBe(
    'tiffin list courier --where courier_status=1,2 --order -name',
  )
})
