import { createI18n } from '@tiffin/core/i18n'
import {
  type AddressService,
  createPicker,
  mapProviderOf,
  mapProviders,
  mapFacts,
  type Picker,
  type PickerKind,
} from '@tiffin/core/map'
import { type NewOrderChoices, startNewOrder, stepsOf } from '@tiffin/core/new-order'
import { createdStatus } from '@tiffin/core/rules'
import { addressDetails, orders as orderScreen } from '@tiffin/core/screens'
import { systemClock } from '@tiffin/sdk/client'
import { apiError, type Coords, radiusBounds } from '@tiffin/sdk/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { expectedTables } from '../fixtures/entities.ts'
import * as expected from '../fixtures/order-screens.ts'

// Wizard, order editor and map picker against the spec (tests/fixtures/order-screens.ts).
const company = { fee: '1.50', price_show_decimal: 1, google_maps_key: '', timezone: 'UTC' } as NewOrderChoices['company']
const choices: NewOrderChoices = { merchants: [], types: [1, 2], payTypes: [], company }

describe('the wizard', () => {
  it('has the documented steps for each order type', () => {
    for (const [type, steps] of Object.entries(expected.wizard.steps)) expect(stepsOf({ type: Number(type) })).toEqual(steps)
  })

  it.each(expected.createdStatus)('starts in status $starts if a company has $statuses', ({ statuses, starts }) => {
    const rows = statuses.map((status, at) => ({
      order_status_id: 100 + at,
      status: Number.parseInt(status, 10),
      created: status.endsWith('+') ? (1 as const) : (0 as const),
    }))
    expect(createdStatus(rows)?.status).toBe(starts)
  })

  it.each(Object.entries(expected.providers))('starts at the centre of the provider with the %s', (name, { centre }) => {
    const google_maps_key = name === 'company key' ? 'key' : ''
    expect(startNewOrder('k', { ...choices, company: { ...company, google_maps_key } }).coords).toEqual(centre)
  })
})

describe('the order editor', () => {
  const { entity, editor, readonly } = orderScreen
  const shown = editor.tabs.flatMap(({ fields }) => fields)
  const isOpen = (name: string): boolean => entity.fields[name]?.readonly !== true && !readonly.includes(name)

  it('opens the documented fields', () => {
    expect(expected.orderEditorOpen.filter((name) => !shown.includes(name) || !isOpen(name))).toEqual([])
  })

  it.each(expected.payTypes)('WIZ-13: offers a payment type with admin $admin and status $status: $offered', (payType) => {
    const conditions = orderScreen.offers['pay_type'] ?? []
    expect(conditions.every(({ key, prm }) => payType[key as 'admin' | 'status'] === prm)).toBe(payType.offered)
  })

  it('opens no field that people may not change', () => {
    const { fields = {} } = expectedTables['order'] ?? {}
    const protectedOnes = shown.filter((name) => ['yes', 'server'].includes(fields[name]?.protection ?? 'yes'))
    expect(protectedOnes.filter(isOpen)).toEqual([])
  })

  it('asks before another merchant and then empties the documented fields', () => {
    const { clears } = expected.otherMerchant
    const before = { merchant: 1, cart: [{}], cost: '9.00', discount: '1.00', bonus: '1.00', promocode: 'TEN', total: '6.00' }
    const follow = orderScreen.follow?.({ before, row: before, name: 'merchant', value: 2 })
    expect(follow?.ask !== undefined).toBe(expected.otherMerchant.asks)
    const computed = Object.keys(clears).filter((name) => entity.fields[name]?.readonly === true)
    expect([...Object.keys(follow?.set ?? {}), ...computed].toSorted()).toEqual(Object.keys(clears).toSorted())
    expect(clears).toMatchObject(follow?.set ?? {})
    expect(orderScreen.follow?.({ before: null, row: before, name: 'merchant', value: 2 }) !== undefined).toBe(
      expected.wizard.asksBeforeOtherMerchant,
    )
  })
})

describe('the map picker', () => {
  const HOME: Coords = [52.5, 13.4]
  const numbers = expected.pickerNumbers
  const service = { at: vi.fn<AddressService['at']>(), find: vi.fn<AddressService['find']>() }
  const findDevice = vi.fn<() => Promise<Coords>>()
  const log = vi.fn()
  const house = { address: 'Linden Street 4', city: 7, exact: true }
  beforeEach(() => {
    vi.useFakeTimers()
    for (const stub of [service.at, service.find, findDevice, log]) stub.mockReset()
    service.at.mockResolvedValue(house)
    service.find.mockResolvedValue(Array.from({ length: 30 }, () => ({ ...house, coords: HOME })))
  })
  afterEach(() => vi.useRealTimers())

  function open(kind: PickerKind = 'client', google_maps_key = ''): Picker {
    const picker = createPicker({ service, clock: systemClock, provider: mapProviderOf({ google_maps_key }), kind, findDevice, log }) // prettier-ignore
    picker.start()
    return picker
  }
  const step = (picker: Picker) => picker.store.getState().step
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  it.each(expected.pickerSteps.moves)('MAP-16 MAP-17 MAP-18: goes from $from to $to on $event', async ({ from, event, to }) => {
    const picker = open()
    expect(step(picker)).toBe(expected.pickerSteps.starts)
    if (from !== 'locating') await pass(0)
    if (from === 'confirm') picker.proceed()
    expect(step(picker)).toBe(from)
    if (event === 'address found') await pass(0)
    if (event === 'Continue') picker.proceed()
    if (event === 'map moved') picker.move([52.6, 13.5])
    if (event === 'form closed') picker.back()
    if (event === 'Save') expect(picker.save().address).toBe(house.address)
    else expect(step(picker)).toBe(to)
  })

  it.each(Object.entries(expected.providers))('MAP-10 MAP-11 MAP-12: with the %s', async (name, { centre, zoom, settle }) => {
    const key = name === 'company key' ? 'key' : ''
    const picker = open('client', key)
    expect(picker.store.getState().centre).toEqual(centre)
    expect([mapFacts.zoom, mapProviders[mapProviderOf({ google_maps_key: key })].settleMs]).toEqual([zoom, settle])
    await pass(0)
    picker.move(HOME)
    await pass(settle - 1)
    expect(step(picker)).toBe('locating')
    await pass(1)
    expect(step(picker)).toBe('ready')
  })

  it('MAP-13 MAP-14 MAP-15: searches from the documented length on, after a pause, for so many places', async () => {
    const picker = open()
    picker.type('L'.repeat(numbers.searchFrom - 1))
    await pass(10 * numbers.searchDebounce)
    expect(service.find).not.toHaveBeenCalled()
    picker.type('L'.repeat(numbers.searchFrom))
    await pass(numbers.searchDebounce - 1)
    expect(service.find).not.toHaveBeenCalled()
    await pass(1)
    expect(picker.store.getState().search.places).toHaveLength(numbers.searchResults)
  })

  it('MAP-19 MAP-26: looks for the device so many times, so far apart, and then only logs', async () => {
    const picker = open()
    await pass(0)
    const before = picker.store.getState()
    findDevice.mockRejectedValue(new Error('denied'))
    picker.findDevice()
    for (let tries = 1; tries <= numbers.geolocationTries; tries += 1) {
      await pass(tries === 1 ? 0 : 1)
      expect(findDevice).toHaveBeenCalledTimes(tries)
      await pass(numbers.geolocationApart - 1)
      expect(findDevice).toHaveBeenCalledTimes(tries)
    }
    await pass(10 * numbers.geolocationApart)
    expect(findDevice).toHaveBeenCalledTimes(numbers.geolocationTries)
    expect(log).toHaveBeenCalledOnce()
    expect(picker.store.getState()).toEqual(before)
    expect(expected.pickerMessages.undetermined).toBeNull()
  })

  it('MAP-09 EDIT-33: areas start with the documented radius and keep its bounds', () => {
    const { initial, ...bounds } = numbers.radius
    expect(open('merchant').store.getState().radius).toBe(initial)
    expect(radiusBounds).toEqual(bounds)
  })

  it('MAP-22 MAP-23 MAP-24: says what failed, with the documented words', async () => {
    const { slow, geocodeFailed, searchFailed, retry } = expected.pickerMessages
    const i18n = createI18n('en')
    const said = (failure: Parameters<typeof i18n.t.sentence>[0] | null) => failure && i18n.t.sentence(failure)
    service.at.mockReturnValueOnce(new Promise(() => {}))
    const waiting = open()
    await pass(numbers.warnsAfter - 1)
    expect(waiting.store.getState().isSlow).toBe(false)
    await pass(1)
    expect(waiting.store.getState().isSlow).toBe(true)

    service.at.mockRejectedValueOnce(new Error('gone'))
    service.find.mockRejectedValueOnce(new Error('gone'))
    const picker = open()
    picker.type('Linden')
    await pass(numbers.searchDebounce)
    expect(said(picker.store.getState().failure)).toBe(geocodeFailed.text)
    expect(said(picker.store.getState().search.failure)).toBe(searchFailed.text)
    await i18n.use('ru')
    expect(said(picker.store.getState().search.failure)).toBe(searchFailed.ru)
    for (const text of [slow.text, retry.text] as const) expect(i18n.t(text)).not.toBe(text)
  })

  it('MAP-25: says what the server refused', async () => {
    service.at.mockRejectedValueOnce(apiError('address_not_found'))
    const picker = open()
    await pass(0)
    const { failure } = picker.store.getState()
    expect(failure && createI18n('en').t.sentence(failure)).toBe('Address not found')
  })

  it('MAP-20: saves the address of a client without city and radius', () => {
    const { before, after } = expected.clientAddress
    const start = { ...before, coords: [...before.coords] as Coords }
    const options = { service, clock: systemClock, provider: 'api', findDevice, log, start } as const
    const { exact: _, ...saved } = createPicker({ ...options, kind: 'client' }).save()
    expect(saved).toEqual(after)
    const { exact: __, ...area } = createPicker({ ...options, kind: 'merchant' }).save()
    expect(area).toEqual(before)
  })

  it('ORDER-12 MAP-21: asks for the documented details', () => {
    expect(Object.keys(addressDetails).toSorted()).toEqual(expected.addressDetails.toSorted())
  })
})
