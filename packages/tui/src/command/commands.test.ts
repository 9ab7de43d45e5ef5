import { describe, expect, it } from 'vitest'
import { keyTables } from '../keys.ts'
import { boardCommands, completeCommand, parseCommand, matchValue } from './commands.ts'

const values = () => ['Cooking', 'Courier assigned', 'Ready']

describe('command line', () => {
  it('has a unique word for every board command except cursor steps', () => {
    const names = boardCommands.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(boardCommands.length).toBe(keyTables.board.length - 11)
    expect(names).toEqual(expect.arrayContaining(['move', 'all-day', 'sign-out', 'period']))
  })

  it.each([
    ['move Ready', 'move', 'Ready'],
    ['  MOVE   On the way ', 'move', 'On the way'],
    ['all-d', 'allDay', ''],
    ['sign', 'signOut', ''],
    ['m', undefined, ''],
    ['', undefined, ''],
    ['fly away', undefined, 'away'],
  ])('parses %j', (line, command, argument) => {
    const parsed = parseCommand(line)
    expect([parsed.word?.command, parsed.argument]).toEqual([command, argument])
  })

  it.each([
    ['per', 'period', ['period']],
    ['m', 'm', ['mark', 'mark-all', 'merchants', 'move']],
    ['mar', 'mark', ['mark', 'mark-all']],
    ['move ', 'move ', ['Cooking', 'Courier assigned', 'Ready']],
    ['move co', 'move Co', ['Cooking', 'Courier assigned']],
    ['move R', 'move Ready', ['Ready']],
    ['move x', 'move x', []],
    ['help x', 'help x', []],
    ['xyz', 'xyz', []],
  ])('completes %j to %j', (line, needle, candidates) => {
    expect(completeCommand(line, values)).toEqual({ line: needle, candidates })
  })

  it.each([
    ['ready', 'Ready'],
    ['coo', 'Cooking'],
    ['co', undefined],
    ['', undefined],
  ])('takes %j for %j', (typed, query) => expect(matchValue(values(), (value) => value, typed)).toBe(query))
})
