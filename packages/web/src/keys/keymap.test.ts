import { describe, expect, it } from 'vitest'
import { type Command, createKeySequence, findCommand, keyName, formatShortcut } from './keymap.ts'

const pressed = (key: string, code = '', more: object = {}) => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})
const command = (id: string, key?: string): Command => ({ id, name: id, run: () => {}, ...(key === undefined ? {} : { key }) })
const commands = [
  command('bump', 'b'),
  command('pick', '1-9'),
  command('board', 'g o'),
  command('find', 'Mod+k'),
  command('none'),
]
const found = (...names: string[]) => {
  const answer = findCommand(commands, names)
  return typeof answer === 'object' ? `${answer.command.id} ${answer.digit}` : answer
}

describe('keys', () => {
  it.each([
    ['a letter', pressed('b'), 'b'],
    ['a letter with Shift or caps lock', pressed('B'), 'b'],
    ['a sign', pressed('?'), '?'],
    ['a key of a Russian keyboard', pressed('и', 'KeyB'), 'b'],
    ['a key of an Arabic keyboard', pressed('لا', 'KeyB'), 'b'],
    ['an Arabic digit', pressed('٣', 'Digit3'), '3'],
    ['a Persian digit', pressed('۹', 'Digit9'), '9'],
    ['an Arabic question mark', pressed('؟', 'Slash', { shiftKey: true }), '?'],
    ['the slash of an Arabic keyboard', pressed('ظ', 'Slash'), '/'],
    ['the slash of a Russian keyboard', pressed('.', 'Slash'), '/'],
    ['the question mark of a Russian keyboard', pressed(',', 'Slash', { shiftKey: true }), '?'],
    ['a full stop in its own place', pressed('.', 'Period'), '.'],
    ['a key with Ctrl', pressed('k', 'KeyK', { ctrlKey: true }), 'Mod+k'],
    ['a key with Cmd on a Russian keyboard', pressed('л', 'KeyK', { metaKey: true }), 'Mod+k'],
    ['a key with a name', pressed('Escape', 'Escape'), 'Escape'],
  ])('%s has the expected notation', (_what, event, name) => {
    expect(keyName(event)).toBe(name)
  })

  it('find their command, a digit its position, and a first key waits for its second', () => {
    expect(found('b')).toBe('bump 0')
    expect(found('3')).toBe('pick 3')
    expect(found('0')).toBeUndefined()
    expect(found('g')).toBe('waits')
    expect(found('g', 'o')).toBe('board 0')
    expect(found('g', '3')).toBeUndefined()
    expect(found('Mod+k')).toBe('find 0')
    expect(found('Mod+b')).toBeUndefined()
  })

  it.each<[string, [string, number], [string, number], string | undefined]>([
    ['in time', ['g', 0], ['o', 1499], 'board'],
    ['too late', ['g', 0], ['o', 1500], undefined],
    ['with the key of another command', ['g', 0], ['b', 100], 'bump'],
    ['twice the first key', ['g', 0], ['g', 100], 'waits'],
  ])('follow one another %s', (_what, first, second, answer) => {
    const follow = createKeySequence()
    expect(follow(commands, ...first)).toBe('waits')
    const found = follow(commands, ...second)
    expect(typeof found === 'object' ? found.command.id : found).toBe(answer)
  })

  it('do not wait for a second key once a command was found', () => {
    const follow = createKeySequence()
    follow(commands, 'g', 0)
    follow(commands, 'o', 100)
    expect(follow(commands, 'o', 200)).toBeUndefined()
  })

  it('are shown as on the keyboard', () => {
    expect(formatShortcut('Mod+k', false)).toEqual(['Ctrl', 'K'])
    expect(formatShortcut('Mod+k', true)).toEqual(['⌘', 'K'])
    expect(formatShortcut('g o')).toEqual(['g', 'o'])
    expect(formatShortcut('?')).toEqual(['?'])
  })
})
