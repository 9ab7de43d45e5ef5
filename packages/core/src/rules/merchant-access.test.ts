import { describe, expect, it } from 'vitest'
import type { Actor } from './actor.ts'
import {
  boardLevel,
  isGranted,
  merchantsReadBy,
  merchantTabLevel,
  visibleAccessEntries,
  visibleMerchants,
} from './merchant-access.ts'
import { navigationFor } from './navigation.ts'
import type { MerchantAccessPurpose } from './pages/page.ts'
import { kitchen, viewer, operator, owner, stranger } from './sample.ts'

/** Board of 11, report of 10, the Main tab of 12, Plugins of 13; listed in descending order. */
const divided: Actor = {
  ...operator,
  merchants: new Map([
    [13, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
    [12, [0, 0, 0, 1]],
    [11, [0, 2, 0, 0]],
    [10, [0, 0, 1, 0]],
  ]),
}
const halfMember: [string, Actor][] = [
  ['of no company', { ...operator, company: null }],
  ['without a place in the company', { ...operator, company_role: null }],
]

describe('visible merchants', () => {
  it.each<[string, Actor, MerchantAccessPurpose, 'all' | number[]]>([
    ['PERM-09', divided, 'board', [11]],
    ['PERM-13', divided, 'report', [10]],
    ['PERM-19', divided, 'editor', [12]],
    ['PERM-21', divided, 'any', [10, 11, 12, 13]],
    // An entry has no effect if its screen was not chosen.
    ['chosen pages', { ...divided, navigation: ['Company-Order'] }, 'board', [11]],
    ['chosen pages', { ...divided, navigation: ['Company-Order'] }, 'report', []],
    ['chosen pages', { ...divided, navigation: ['Company-Order'] }, 'editor', []],
    ['chosen pages', { ...divided, navigation: ['Company-Report-Orders'] }, 'board', []],
    ['chosen pages', { ...divided, navigation: ['Company-Report-Orders'] }, 'report', [10]],
    ['chosen pages', { ...divided, navigation: ['Company-Report-Orders'] }, 'editor', []],
    ['chosen pages', { ...divided, navigation: ['Company-Merchant'] }, 'board', []],
    ['chosen pages', { ...divided, navigation: ['Company-Merchant'] }, 'report', []],
    ['chosen pages', { ...divided, navigation: ['Company-Merchant'] }, 'editor', [12]],
    ['chosen pages', { ...divided, navigation: [] }, 'any', [10, 11, 12, 13]],
    // The report has an option, boards have none.
    ['GATE-10', { ...divided, options: { allow_report: 1 } }, 'report', [10]],
    ['GATE-10', { ...divided, options: { allow_report: 0 } }, 'report', []],
    ['GATE-10', { ...divided, options: { allow_report: 0 } }, 'board', [11]],
    ['GATE-10', { ...divided, options: { allow_report: 0 } }, 'editor', [12]],
    ['KDS-25', { ...kitchen, device: { merchants: [12, 10] } }, 'board', [10, 12]],
    ['KDS-25', { ...kitchen, device: { merchants: [12, 10] } }, 'any', [10, 12]],
    ['KDS-25', { ...kitchen, device: { merchants: [12, 10] } }, 'report', []],
    ['KDS-25', { ...kitchen, device: { merchants: [12, 10] } }, 'editor', []],
  ])('%s: %o sees for %s %j', (_ids, actor, purpose, merchants) => {
    expect(visibleMerchants(actor, purpose)).toEqual(merchants)
  })

  it.each(halfMember)('PERM-05: a person %s sees no merchant, regardless of access entries', (_who, actor) => {
    for (const purpose of ['board', 'report', 'editor', 'any'] as const) expect(visibleMerchants(actor, purpose)).toEqual([])
    expect(boardLevel(actor, 10)).toBe(0)
    expect(merchantTabLevel(actor, 10, 'Main')).toBe(0)
    expect(navigationFor(actor)).toEqual([])
  })

  it('PERM-19: entries grant a purpose by a level above 0', () => {
    const purposes = ['board', 'report', 'editor', 'any'] as const
    const granted = (actor: Actor) => purposes.filter((purpose) => isGranted(actor, purpose))
    expect(granted(divided)).toEqual([...purposes])
    expect(granted(viewer)).toEqual(['board', 'report', 'any'])
    expect(granted({ ...divided, merchants: new Map([[13, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]]]) })).toEqual(['any'])
    expect(granted(stranger)).toEqual([])
  })
})

describe('levels', () => {
  it.each<[string, Actor, number]>([
    ['the board chosen', { ...operator, navigation: ['Company-Order'] }, 2],
    ['the merchants chosen', { ...operator, navigation: ['Company-Merchant'] }, 0],
    ['the report closed', { ...operator, options: { allow_report: 0 } }, 2],
  ])('PERM-10: with %s the board has the level of its entry, or none', (_what, actor, level) => {
    expect(boardLevel(actor, 10)).toBe(level)
  })

  it.each<[string, Actor, number]>([
    ['the board chosen', { ...operator, navigation: ['Company-Order'] }, 0],
    ['the report chosen', { ...operator, navigation: ['Company-Report-Orders'] }, 0],
    ['the merchants chosen', { ...operator, navigation: ['Company-Merchant'] }, 2],
    ['the report closed', { ...operator, options: { allow_report: 0 } }, 2],
    ['a kitchen device', { ...operator, device: { merchants: [10] } }, 0],
  ])('PERM-20: with %s the Main tab has the level of its entry, or none', (_what, actor, level) => {
    expect(merchantTabLevel(actor, 10, 'Main')).toBe(level)
  })
})

describe('readable merchant fields', () => {
  const mainOfAll: Actor = {
    ...operator,
    merchants: new Map([
      [10, [0, 0, 0, 1]],
      [11, [0, 0, 0, 2]],
    ]),
  }
  it.each<[string, Actor, string, 'all' | number[]]>([
    ['PERM-16', owner, 'cover', 'all'],
    ['PERM-20', operator, 'name', 'all'],
    ['PERM-20', operator, 'description', [10]],
    ['PERM-20', operator, 'cover', []],
    ['PERM-20', mainOfAll, 'description', 'all'],
    // Everyone reads their own entry.
    ['BOARD-16', operator, 'access', 'all'],
    ['KDS-25', kitchen, 'access', []],
    ['KDS-25', kitchen, 'name', 'all'],
    ['KDS-25', kitchen, 'cover', []],
    ['PERM-20', operator, 'no_field', []],
    ['PERM-20', stranger, 'no_field', []],
  ])('%s: %o reads %s of %j', (_ids, actor, field, merchants) => {
    expect(merchantsReadBy(actor, field)).toEqual(merchants)
  })

  it('KDS-25: a kitchen device reads no access entry, not even that of the owner who paired it', () => {
    expect(visibleAccessEntries(kitchen, [{ user: kitchen.admin_id }])).toEqual([])
  })
})
