import { describe, expect, it } from 'vitest'
import { isSameBoard, readNamedBoards, addNamedBoard, mergeNamedBoards } from './named-boards.ts'

const grill = { name: 'Grill', merchants: [3, 5], period: 'Today', compact: true, hidden: [8] } as const

describe('named boards', () => {
  it.each([
    ['a board', [grill], 1],
    ['nothing', undefined, 0],
    ['a text', 'Grill', 0],
    ['a board without a name', [{ ...grill, name: '' }], 0],
    ['foreign merchants', [{ ...grill, merchants: ['x'] }], 0],
    ['a board whose period is not a string', [{ ...grill, period: 7 }], 0],
    ['a board whose cards are neither compact nor detailed', [{ ...grill, compact: undefined }], 0],
    ['a board whose hidden columns are not a list', [{ ...grill, hidden: 'all' }], 0],
    ['a board of a station', [{ ...grill, station: 'Grill' }], 1],
    ['a board whose station is not a text', [{ ...grill, station: 7 }], 0],
    ['a list with an invalid board', [null, grill, { name: 'Half' }], 1],
  ])('BOARD-52: are read from %s', (_what, stored, count) => {
    expect(readNamedBoards(stored)).toHaveLength(count)
  })

  it('replace a board of the same name and are sorted by name', () => {
    const boards = addNamedBoard(addNamedBoard([], grill), { ...grill, name: ' Bar ' })
    expect(boards.map(({ name }) => name)).toEqual(['Bar', 'Grill'])
    expect(addNamedBoard(boards, { ...grill, compact: false })).toEqual([boards[0], { ...grill, compact: false }])
  })

  it.each([
    [{ merchants: [5, 3] }, true],
    [{ name: 'Other' }, true],
    [{ merchants: 'all' as const }, false],
    [{ period: '' }, false],
    [{ compact: false }, false],
    [{ hidden: [] }, false],
    [{ station: '' }, true],
    [{ station: 'Grill' }, false],
  ])('are the same board with %j: %s', (change, same) => {
    expect(isSameBoard(grill, { ...grill, ...change })).toBe(same)
  })

  const named = (...names: string[]) => names.map((name) => ({ ...grill, name }))
  it.each([
    ['another', named('Bar'), ['Bar', 'Grill']],
    ['an identical board', [grill], ['Grill']],
    ['a different board of the same name', [{ ...grill, hidden: [] }], ['Grill', 'Grill (2)']],
    [
      'two boards of the same name',
      [
        { ...grill, hidden: [] },
        { ...grill, hidden: [7] },
      ],
      ['Grill', 'Grill (2)', 'Grill (3)'],
    ],
  ])('BOARD-52: merge with %s and lose none', (_what, others, names) => {
    const boards = mergeNamedBoards([grill], others)
    expect(boards.map(({ name }) => name)).toEqual(names)
    expect(boards).toContainEqual(grill)
  })

  it('BOARD-52: merge as many as there is room for, with names within the length limit', () => {
    const full = mergeNamedBoards([grill], named(...Array.from({ length: 60 }, (_, number) => `B${number}`)))
    expect(full).toHaveLength(50)
    expect(mergeNamedBoards(full, named('Last'))).toBe(full)
    const [long] = named('x'.repeat(40))
    const twice = mergeNamedBoards(long ? [long] : [], [{ ...grill, name: 'x'.repeat(40), hidden: [] }])
    expect(twice.map(({ name }) => name.length)).toEqual([40, 40])
  })
})
