import { describe, expect, it } from 'vitest'
import { readCompany } from '../company-url.ts'
import { boardQuery, orderAddress, readChoice, readOrderId, writeChoice, writeOrderId } from './board-url.ts'

const usual = { chosen: 'all', period: undefined, search: '', station: '' } as const

describe('board address', () => {
  it.each([
    ['merchants=all&period=ahead', usual],
    ['merchants=3%2C5&period=ahead', { ...usual, chosen: [3, 5] }],
    ['merchants=all&period=Yesterday', { ...usual, period: 'Yesterday' as const }],
    ['merchants=all&period=2026-11-01..2026-11-03', { ...usual, period: { from: '2026-11-01', to: '2026-11-03' } }],
    ['merchants=all&period=ahead&search=%2B49+30', { ...usual, search: '+49 30' }],
  ])('reads and writes %s, which is all of the choice', (text, choice) => {
    const address = writeChoice(new URLSearchParams('order=7'), choice, 2)
    expect(address.toString()).toBe(`order=7&company=2&${text}`)
    expect({ search: '', station: '', ...readChoice(address) }).toStrictEqual(choice)
    expect(readCompany(address)).toBe(2)
  })

  it('leaves out what the address does not name, so that the remembered choice applies', () => {
    expect(readChoice(new URLSearchParams('order=7'))).toStrictEqual({})
    expect(readCompany(new URLSearchParams('company=x'))).toBeUndefined()
  })

  it.each([
    ['', ''],
    ['utm_source=mail&fbclid=7', ''],
    ['utm_source=mail&merchants=3,5&period=Yesterday', '?merchants=3%2C5&period=Yesterday'],
    ['company=2&order=7&search=x', '?company=2&order=7&search=x'],
    ['id=7', '?id=7'],
  ])('NAV-62: reads "%s" as "%s"', (query, read) => {
    expect(boardQuery(new URLSearchParams(query))).toBe(read)
  })

  it('BOARD-32: an order is named with its company', () => {
    const address = new URLSearchParams(orderAddress(2, 7))
    expect([readCompany(address), readOrderId(address)]).toEqual([2, 7])
  })

  it.each([
    'merchants=0,-1,x',
    'period=Tomorrow',
    'period=2026-13-01..2026-13-02',
    'period=2026-11-02..2026-11-01',
    'period=2026-11-02',
    'search=',
  ])('leaves %s alone', (text) => {
    expect(readChoice(new URLSearchParams(text))).toEqual({})
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

  it('removes the order and keeps the rest', () => {
    expect(writeOrderId(new URLSearchParams('merchants=3&id=4'), 5).toString()).toBe('merchants=3&order=5')
    expect(writeOrderId(new URLSearchParams('merchants=3&order=5'), null).toString()).toBe('merchants=3')
  })
})
