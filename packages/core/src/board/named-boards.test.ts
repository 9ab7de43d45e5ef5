import { describe, expect, it } from 'vitest'
import { isSameBoard, readNamedBoards, withBoard } from './named-boards.ts'

const grill = { name: 'Grill', merchants: [3, 5], period: 'Today', compact: true, hidden: [8] } as const

describe('named boards', () => {
  it.each([
    ['a board', [grill], 1],
    ['nothing', undefined, 0],
    ['a text', 'Grill', 0],
    ['a board without a name', [{ ...grill, name: '' }], 0],
    ['foreign merchants', [{ ...grill, merchants: ['x'] }], 0],
    ['a board whose period is no text', [{ ...grill, period: 7 }], 0],
    ['a board whose cards are neither compact nor detailed', [{ ...grill, compact: undefined }], 0],
    ['a board whose hidden columns are no keys', [{ ...grill, hidden: 'all' }], 0],
    ['something among boards', [null, grill, { name: 'Half' }], 1],
  ])('BOARD-52: are read from %s', (_what, stored, count) => {
    expect(readNamedBoards(stored)).toHaveLength(count)
  })

  it('replace one of the same name and stand by name', () => {
    const boards = withBoard(withBoard([], grill), { ...grill, name: ' Bar ' })
    expect(boards.map(({ name }) => name)).toEqual(['Bar', 'Grill'])
    expect(withBoard(boards, { ...grill, compact: false })).toEqual([boards[0], { ...grill, compact: false }])
  })

  it.each([
    [{ merchants: [5, 3] }, true],
    [{ name: 'Other' }, true],
    [{ merchants: 'all' as const }, false],
    [{ period: '' }, false],
    [{ compact: false }, false],
    [{ hidden: [] }, false],
  ])('are the same board with %j: %s', (change, same) => {
    expect(isSameBoard(grill, { ...grill, ...change })).toBe(same)
  })
})
