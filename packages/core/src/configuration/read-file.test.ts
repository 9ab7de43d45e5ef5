import { describe, expect, it } from 'vitest'
import { readConfiguration } from './read-file.ts'

const GOOD = `# A comment
language: ru
pulled:
  server: https://tiffin.example
  company: 3
  change: 812
  contract: 1

cuisine: {}

order_status:
  Ready:
    status: 5
    transfer: [Closed]
    done: true
  "007":
    was: Closed
`
const bomb = `a: &a [x, x]\n${'bcdefghij'
  .split('')
  .map((to, at) => `${to}: &${to} [${`*${'abcdefghi'[at] ?? ''}, `.repeat(99)}]\n`)
  .join('')}`
const names = (count: number): string => Array.from({ length: count }, (_, at) => `  n${at}: {}\n`).join('')

describe('a configuration file', () => {
  it('has the language of its names, its origin and records with lines', () => {
    const { language, pulled, sections, problems } = readConfiguration(GOOD)
    expect([language, pulled, problems]).toEqual(['ru', { server: 'https://tiffin.example', company: 3, change: 812 }, []])
    expect([...sections.keys()]).toEqual(['cuisine', 'order_status'])
    expect(sections.get('order_status')).toMatchObject([
      { name: 'Ready', line: 12 },
      { name: '007', line: 16, was: 'Closed' },
    ])
  })

  it.each<[string, string, string, number]>([
    ['text that is not YAML', 'a: [b\nc: }', 'not_yaml', 2],
    ['an empty file', '', 'not_a_map', 1],
    ['a list', '- a\n', 'not_a_map', 1],
    ['two documents', `${GOOD}---\na: 1\n`, 'not_yaml', 18],
    ['deep nesting', `company: ${'['.repeat(50_000)}`, 'not_yaml', 1],
    ['tabs', GOOD.replace('    status', '\tstatus'), 'not_yaml', 13],
    ['an alias', `x: &a [1]\n${GOOD}`, 'alias', 1],
    ['a bomb of aliases', bomb, 'alias', 1],
    ['a tag', GOOD.replace('status: 5', 'status: !!js/function "x"'), 'alias', 13],
    ['a newer contract', GOOD.replace('contract: 1', 'contract: 99'), 'newer_contract', 7],
    ['an unknown section', GOOD.replace('cuisine', 'cuisines'), 'unknown_section', 9],
    ['a section called like a part of objects', GOOD.replace('cuisine', '__proto__'), 'unknown_section', 9],
    ['a text where records should be', GOOD.replace('cuisine: {}', 'cuisine: Soup'), 'not_a_map', 9],
    ['a list as a name', GOOD.replace('cuisine: {}', 'cuisine:\n  ? [a]\n  : {}'), 'not_a_map', 10],
    ['a text where fields should be', GOOD.replace('cuisine: {}', 'cuisine:\n  Soup: hot'), 'not_a_map', 10],
    ['an unknown field', GOOD.replace('done', 'dnoe'), 'unknown_key', 15],
    ['a merge key', GOOD.replace('status: 5', '<<: { status: 5 }'), 'unknown_key', 13],
    ['a duplicate name', GOOD.replace('"007"', 'Ready'), 'duplicate', 16],
    ['a duplicate field', GOOD.replace('done', 'status'), 'duplicate', 15],
    ['too many records', GOOD.replace('cuisine: {}', `cuisine:\n${names(20_000)}`), 'too_many', 9],
    ['too large a file', `# ${'x'.repeat(5_000_000)}`, 'too_large', 0],
  ])('refuses %s', (_name, text, code, line) => {
    expect(readConfiguration(text).problems.map((problem) => [problem.code, problem.line])).toEqual([[code, line]])
  })
})
