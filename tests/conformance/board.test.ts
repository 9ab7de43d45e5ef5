import { boardPeriod, columnsOf, createdStatus, isLocked, isSearching } from '@tiffin/core/rules'
import { companySeeds } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import { lockedColumns, newCompanyColumns, newCompanyStatuses, numbers } from '../fixtures/board.ts'

const flags = ['reservation', 'created', 'ready', 'courier_appointed', 'done', 'print'] as const

const statuses = companySeeds.order_status.map((seed, index) => {
  const { status, value, merchant, transfer } = seed
  const row: Readonly<Record<string, unknown>> = seed
  const created: 0 | 1 = row['created'] === 1 ? 1 : 0
  return {
    order_status_id: index + 100,
    status,
    value,
    merchant,
    transfer,
    created,
    flags: flags.filter((flag) => row[flag] === 1),
  }
})

describe('board of a new company', () => {
  it('BOARD-02 BOARD-03: has the documented columns in order, whatever the order of the rows', () => {
    const shuffled = statuses.toSorted((a, b) => ((a.status * 7) % 10) - ((b.status * 7) % 10))
    expect(columnsOf(shuffled).map(({ value }) => value['en'])).toEqual(newCompanyColumns)
  })

  it('BOARD-22: accepts no card in its locked columns', () => {
    expect(
      columnsOf(statuses)
        .filter(isLocked)
        .map(({ value }) => value['en']),
    ).toEqual(lockedColumns)
  })

  it('REF-07: flags its statuses as documented', () => {
    const seen = statuses
      .toSorted((a, b) => a.status - b.status)
      .map(({ status, value, merchant, flags: set }) => ({ status, name: value['en'], mode: merchant, flags: set }))
    const wanted = newCompanyStatuses.map(({ status, name, mode, flag, also }) => ({
      status,
      name,
      mode,
      flags: [...(flag ? [flag] : []), ...(also ?? [])],
    }))
    expect(seen).toEqual(wanted)
  })

  it('WIZ-07: starts orders in the status New', () => {
    expect(createdStatus(statuses)?.value['en']).toBe('New')
  })

  it('REF-06: lets orders leave every column but the last ones, and refers only to existing statuses', () => {
    const known = new Set(statuses.map(({ status }) => status))
    const lists = statuses.map(({ status, transfer }) => ({ status, transfer: transfer ?? [] }))
    expect(lists.filter(({ transfer, status }) => transfer.some((to) => !known.has(to) || to === status))).toEqual([])
    const dead = lists.filter(({ transfer }) => transfer.length === 0).map(({ status }) => status)
    expect(dead.filter((status) => ![0, 9].includes(status))).toEqual([])
  })

  it('BOARD-13: defaults to a period of today and the next seven days', () => {
    expect(boardPeriod('2026-02-26')).toEqual({ from: '2026-02-26', to: '2026-03-05' })
  })

  it('BOARD-18: searches from the documented number of characters', () => {
    expect(isSearching('a'.repeat(numbers.searchFrom))).toBe(true)
    expect(isSearching('a'.repeat(numbers.searchFrom - 1))).toBe(false)
  })
})
