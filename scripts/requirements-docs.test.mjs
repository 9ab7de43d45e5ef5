import { describe, expect, it } from 'vitest'
import { formatPage, idsInTests, missingParts, parseList, partsDriven } from './requirements-docs.mjs'

const sample = (title, call = 'it') => `${call}('${title}', () => { expect(1).toBe(1) })`

describe('idsInTests', () => {
  it.each([
    [sample('BOARD-25 BOARD-22: refuses a drop'), ['BOARD-25', 'BOARD-22']],
    [sample('SHELL-01: starts', 'test'), ['SHELL-01']],
    [sample('SHELL-01: starts', 'it.each([1, 2])'), ['SHELL-01']],
    [sample('SHELL-01 with no colon'), []],
    [sample('starts: SHELL-01 comes after the colon'), []],
    [sample('SHELL-01: starts', 'it.skip'), []],
    [sample('SHELL-01: starts', 'it.todo'), []],
    [sample('SHELL-01: starts', 'test.fixme'), []],
    [sample('SHELL-01: starts', 'describe'), []],
    [`// ${sample('SHELL-01: starts')}`, []],
    [`/* ${sample('SHELL-01: starts')} */`, []],
    ["it.each([['BOARD-25: late', 1], ['BOARD-22 BOARD-24', 2]])('refuses %s', () => {})", ['BOARD-25', 'BOARD-22', 'BOARD-24']],
    ["describe('BOARD-25: x', () => {}); it.skip('BOARD-22: x', () => {}); it.each([1])('y', () => {})", []],
    ["expect(code).toBe('BOARD-25')", []],
    [sample('A-01 A-02 A-03 A-04 A-05 A-06: too many'), ['A-01', 'A-02', 'A-03', 'A-04', 'A-05']],
  ])('reads %s', (source, expected) => {
    expect(idsInTests(source)).toEqual(expected)
  })
})

describe('missing front-ends', () => {
  it.each([
    ['packages/tui/src/a.test.ts', '', ['tui']],
    ['tests/journeys/a.spec.ts', '', ['web']],
    ['tests/journeys/a.spec.ts', "import { x } from './terminal-board.ts'", ['web', 'tui']],
    ['tests/core/a.test.ts', '', ['core', 'server']],
    ['scripts/a.test.mjs', '', []],
  ])('%s with "%s" drives %j', (file, source, parts) => {
    expect(partsDriven(file, source)).toEqual(parts)
  })

  it('lists front-ends in "where" that no test drives', () => {
    const partsOf = () => ['core', 'web']
    expect(missingParts({ where: 'core, web, tui' }, ['a'], partsOf)).toEqual(['tui'])
    expect(missingParts({ where: 'core, web, tui' }, [], partsOf)).toEqual([])
    expect(missingParts({ where: 'Kitchens lose their network' }, ['a'], partsOf)).toEqual([])
  })
})

describe('formatPage', () => {
  it('lists for each requirement the tests that name it, and counts them', () => {
    const areas = parseList('# SHELL: Start\nSHELL-01 | Either a | b. | web\nSHELL-02 | Never. | core, web\n')
    const page = formatPage(areas, new Map([['SHELL-01', ['tests/a.test.ts', 'tests/b.spec.ts']]]), () => [])
    expect(page).toContain('A test names 1 of 2 requirements.')
    expect(page).toContain('## SHELL: Start (1/2)')
    expect(page).toContain('SHELL-01 | Either a \\| b. | web | `tests/a.test.ts`, `tests/b.spec.ts`\n')
    expect(page).toContain('SHELL-02 | Never. | core, web | \n')
    expect(page).toContain('- web (1): SHELL-01\n')
  })
})
