import { describe, expect, it } from 'vitest'
import { readChoice, readOrderId, writeChoice, writeOrderId } from './board-url.ts'

const TODAY = '2026-11-21'
const usual = { chosen: 'all', period: undefined, search: '' } as const

describe('the board in the address', () => {
  it.each([
    ['', usual],
    ['merchants=3%2C5', { ...usual, chosen: [3, 5] }],
    ['period=Yesterday', { ...usual, period: { from: '2026-11-20', to: '2026-11-20' } }],
    ['period=2026-11-01..2026-11-03', { ...usual, period: { from: '2026-11-01', to: '2026-11-03' } }],
    ['search=%2B49+30', { ...usual, search: '+49 30' }],
    ['order=7&merchants=3', { ...usual, chosen: [3] }, 'order=7'],
  ])('reads and writes %s', (text, choice, others = '') => {
    expect({ ...usual, ...readChoice(new URLSearchParams(text), TODAY) }).toEqual(choice)
    expect(writeChoice(new URLSearchParams(others), choice, TODAY).toString()).toBe(text)
  })

  it.each([
    'merchants=0,-1,x',
    'period=Tomorrow',
    'period=2026-13-01..2026-13-02',
    'period=2026-11-02..2026-11-01',
    'period=2026-11-02',
    'search=',
  ])('leaves %s alone', (text) => {
    expect(readChoice(new URLSearchParams(text), TODAY)).toEqual({})
  })

  it.each([
    ['order=12', 12],
    ['id=12', 12],
    ['order=12&id=13', 12],
    ['order=x', null],
    ['order=-1', null],
    ['', null],
  ])('BOARD-32: the order of %s is %s', (text, id) => {
    expect(readOrderId(new URLSearchParams(text))).toBe(id)
  })

  it('takes the order out again and keeps the rest', () => {
    expect(writeOrderId(new URLSearchParams('merchants=3&id=4'), 5).toString()).toBe('merchants=3&order=5')
    expect(writeOrderId(new URLSearchParams('merchants=3&order=5'), null).toString()).toBe('merchants=3')
  })
})
