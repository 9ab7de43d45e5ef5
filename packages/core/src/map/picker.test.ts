import { apiError, type Coords, type FoundPlace } from '@tiffin/sdk/contract'
import { describe, expect, it, vi } from 'vitest'
import { createI18n } from '#i18n/create-i18n'
import { stubClock } from '#session/stub-clock'
import type { AddressService, FoundAddress } from './address-service.ts'
import { mapFacts, mapProviderOf, mapProviders } from './map-facts.ts'
import { createPicker, type Picker, type PickerOptions, type PickerState } from './picker.ts'

const HOME: Coords = [52.5, 13.4]
const THERE: Coords = [52.6, 13.5]
const house: FoundAddress = { address: 'Lindenweg 5', city: 3, exact: true }
const place: FoundPlace = { ...house, coords: THERE }

function setUp(options: Partial<PickerOptions> = {}) {
  const clock = stubClock()
  const service = {
    at: vi.fn<AddressService['at']>(async () => house),
    find: vi.fn<AddressService['find']>(async () => [place]),
  }
  const findDevice = vi.fn<PickerOptions['findDevice']>(async () => THERE)
  const log = vi.fn<PickerOptions['log']>()
  const picker = createPicker({ service, clock, provider: 'api', kind: 'client', findDevice, log, ...options })
  picker.start()
  return { clock, service, findDevice, log, picker, state: picker.store.getState }
}
const never = () => new Promise<never>(() => {})

describe('the map', () => {
  it('MAP-10: opens at the default centre of its provider', () => {
    expect(setUp({ provider: 'api' }).state().centre).toEqual([59.938951, 30.315635])
    expect(setUp({ provider: 'company' }).state().centre).toEqual([48.85341, 2.3488])
    expect([mapProviderOf({ google_maps_key: 'k' }), mapProviderOf({ google_maps_key: '' })]).toEqual(['company', 'api'])
  })

  it('MAP-11: has zoom 17 by default', () => {
    expect(mapFacts.zoom).toBe(17)
  })

  it.each([
    ['api', 1000],
    ['company', 400],
  ] as const)(
    'MAP-05 MAP-12: with the provider %s an address is picked, %i ms after the map stands still',
    async (provider, ms) => {
      const { picker, service, clock } = setUp({ provider, start: { coords: HOME, address: 'Home' } })
      picker.move([52.55, 13.45])
      await clock.advance(ms - 1)
      picker.move(THERE)
      await clock.advance(ms - 1)
      expect(service.at).not.toHaveBeenCalled()
      await clock.advance(1)
      expect(service.at).toHaveBeenCalledExactlyOnceWith(THERE, expect.anything())
      expect(mapProviders[provider].settleMs).toBe(ms)
      picker.proceed()
      expect(picker.save()).toMatchObject({ address: house.address, coords: THERE })
    },
  )

  it('MAP-04 MAP-16: locating, ready with an address, confirm with the details, save', async () => {
    const { picker, clock, state } = setUp({ start: { coords: HOME } })
    expect(state()).toMatchObject({ step: 'locating', address: '', centre: HOME })
    picker.proceed()
    expect(state().step).toBe('locating')
    await clock.advance(0)
    expect(state()).toMatchObject({ step: 'ready', ...house })
    picker.proceed()
    expect(state().step).toBe('confirm')
    picker.edit({ info: { flat: '7' } })
    expect(picker.save()).toEqual({ coords: HOME, address: 'Lindenweg 5', info: { flat: '7' }, exact: true })
  })

  it.each(['ready', 'confirm'] as const)('MAP-17: moving the map returns from %s to locating', async (step) => {
    const { picker, clock, state } = setUp()
    await clock.advance(0)
    if (step === 'confirm') picker.proceed()
    expect(state().step).toBe(step)
    picker.move(THERE)
    expect(state()).toMatchObject({ step: 'locating', address: '', centre: THERE })
    await clock.advance(1000)
    expect(state().step).toBe('ready')
  })

  it('an answer for an earlier place is dropped', async () => {
    const { picker, clock, service, state } = setUp()
    const late = Promise.withResolvers<FoundAddress>()
    service.at.mockReturnValueOnce(late.promise)
    await clock.advance(0)
    picker.move(THERE)
    late.resolve({ ...house, address: 'Earlier' })
    await clock.advance(0)
    expect(state()).toMatchObject({ step: 'locating', address: '' })
  })

  it('MAP-20: the address of a customer has neither city nor radius, that of an area has both', async () => {
    const { picker, clock } = setUp({ kind: 'merchant' })
    await clock.advance(0)
    expect(picker.save()).toMatchObject({ city: 3, radius: 30_000 })
    const client = setUp()
    await client.clock.advance(0)
    expect(Object.keys(client.picker.save()).toSorted()).toEqual(['address', 'coords', 'exact', 'info'])
  })

  it.each([
    ['client', false],
    ['merchant', true],
    ['city', true],
  ] as const)('MAP-08 MAP-20: the address of a %s has an area: %s', (kind, area) => {
    const { picker } = setUp({ kind, start: { coords: HOME, address: 'Lindenweg 5', city: 3, radius: 5000 } })
    picker.edit({ radius: 7000 })
    const { city, radius } = picker.save()
    expect([city, radius]).toEqual(area ? [3, 7000] : [undefined, undefined])
  })

  it('MAP-09: an area without a radius gets 30000 m', () => {
    expect(setUp({ kind: 'merchant' }).state().radius).toBe(30_000)
    expect(setUp({ kind: 'merchant', start: { radius: 5000 } }).state().radius).toBe(5000)
  })
})

describe('failures', () => {
  it('MAP-22: without an answer for 5 s it warns that it is connecting', async () => {
    const { picker, clock, service, state } = setUp()
    service.at.mockImplementationOnce(never)
    await clock.advance(4999)
    expect(state().isSlow).toBe(false)
    await clock.advance(1)
    expect(state().isSlow).toBe(true)
    picker.retry()
    await clock.advance(0)
    expect(state()).toMatchObject({ isSlow: false, step: 'ready' })
  })

  it.each([
    ['MAP-23: a geocoder that fails is a network error', new Error('gone'), 'Network error', 'Ошибка сети'],
    ['MAP-23: a lost network is a network error', apiError('network'), 'Network error', 'Ошибка сети'],
    ['MAP-25: a refusal of the server is said in words', apiError('address_not_found'), 'Address not found', 'Адрес не найден'],
  ])('%s', async (_title, error, english, russian) => {
    const { picker, clock, service, state } = setUp()
    service.at.mockRejectedValueOnce(error)
    await clock.advance(0)
    expect(state().step).toBe('locating')
    const { failure } = state()
    if (!failure) throw new Error('there is no failure')
    const i18n = createI18n('en')
    expect(i18n.t.sentence(failure)).toBe(english)
    await i18n.use('ru', {})
    expect(i18n.t.sentence(failure)).toBe(russian)
    picker.retry()
    await clock.advance(0)
    expect(state()).toMatchObject({ step: 'ready', failure: null })
  })

  it('the address can then be typed, and is not verified', async () => {
    const { picker, clock, service, state } = setUp({ start: { coords: HOME } })
    service.at.mockRejectedValue(apiError('geocoder_failed'))
    await clock.advance(0)
    picker.proceed()
    picker.edit({ address: ' Lindenweg 5 ' })
    expect(picker.save()).toEqual({ coords: HOME, address: 'Lindenweg 5', info: {}, exact: false })
    picker.back()
    expect(state().step).toBe('locating')
  })

  it('an address that is not verified stays so when the map opens again', () => {
    const unverified = { coords: HOME, address: 'Lindenweg 5', info: {}, exact: false }
    const { picker, state } = setUp({ start: unverified })
    expect(state()).toMatchObject({ step: 'ready', exact: false })
    picker.proceed()
    expect(picker.save()).toEqual(unverified)
  })
})

describe('the search', () => {
  const typed = async (...texts: string[]) => {
    const made = setUp()
    await made.clock.advance(0)
    for (const text of texts) {
      made.picker.type(text)
      await made.clock.advance(100)
    }
    return made
  }

  it('MAP-13: starts only above 2 characters', async () => {
    const { clock, service, picker } = await typed('L', 'Li', 'Li ')
    await clock.advance(2000)
    picker.searchNow()
    await clock.advance(0)
    expect(service.find).not.toHaveBeenCalled()
    picker.type('Lin')
    await clock.advance(500)
    expect(service.find).toHaveBeenCalledOnce()
  })

  it('MAP-14: waits 500 ms after the last letter', async () => {
    const { clock, service, state } = await typed('Lin', 'Lind', 'Linde')
    await clock.advance(399)
    expect(service.find).not.toHaveBeenCalled()
    await clock.advance(1)
    expect(service.find).toHaveBeenCalledExactlyOnceWith('Linde', expect.objectContaining({ typing: true }))
    expect(state().search.places).toEqual([place])
  })

  it('MAP-15: shows up to 10 places', async () => {
    const made = setUp()
    made.service.find.mockResolvedValue(Array.from({ length: 12 }, () => place))
    made.picker.type('Linde')
    await made.clock.advance(500)
    expect(made.state().search.places).toHaveLength(10)
  })

  it('Enter searches at once, for a complete text', async () => {
    const { clock, service, picker } = await typed('Linde')
    picker.searchNow()
    await clock.advance(1000)
    expect(service.find).toHaveBeenCalledExactlyOnceWith('Linde', expect.objectContaining({ typing: false }))
  })

  it('MAP-24: a search that fails says that the network dropped', async () => {
    const { clock, service, state } = await typed('Linde')
    service.find.mockRejectedValueOnce(apiError('network'))
    await clock.advance(500)
    const i18n = createI18n('ru')
    await i18n.use('ru', {})
    const { failure } = state().search
    expect(failure && i18n.t.sentence(failure)).toBe('Пропало соединение с сетью')
  })

  it('MAP-25: a search that the server refuses shows its error', async () => {
    const { clock, service, state } = await typed('Linde')
    service.find.mockRejectedValueOnce(apiError('address_not_found'))
    await clock.advance(500)
    expect(state().search.failure).toMatchObject({ code: 'address_not_found' })
  })

  it('MERCH-16: a place that is chosen is ready, with its city; of a city the address is looked up', async () => {
    const { clock, service, picker, state } = await typed('Linde')
    service.at.mockClear()
    picker.choose({ ...place, city: 8 })
    expect(state()).toMatchObject({ step: 'ready', city: 8 })
    picker.choose(place)
    expect(state().city).toBe(3)
    expect(state()).toMatchObject({ step: 'ready', centre: THERE, address: 'Lindenweg 5', search: { text: '' } })
    expect(service.at).not.toHaveBeenCalled()
    picker.choose({ ...place, exact: false })
    expect(state().step).toBe('locating')
    await clock.advance(0)
    expect(service.at).toHaveBeenCalledOnce()
  })
})

describe('the device', () => {
  it('MAP-19 MAP-26: is looked for 3 times, 1 s apart, and a failure is only logged', async () => {
    const { clock, picker, findDevice, log, state } = setUp()
    await clock.advance(0)
    const before = state()
    findDevice.mockRejectedValue(new Error('denied'))
    picker.findDevice()
    const calls: number[] = []
    for (const ms of [0, 999, 1, 999, 1, 5000]) {
      await clock.advance(ms)
      calls.push(findDevice.mock.calls.length)
    }
    expect(calls).toEqual([1, 1, 2, 2, 3, 3])
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('device'), expect.any(Error))
    expect(state()).toEqual(before)
  })

  it('moves the map there', async () => {
    const { clock, picker, state } = setUp()
    await clock.advance(0)
    picker.findDevice()
    await clock.advance(0)
    await clock.advance(0)
    expect(state()).toMatchObject({ centre: THERE, step: 'ready' })
  })

  it('stops looking when the map is moved by hand', async () => {
    const { clock, picker, findDevice, state } = setUp()
    findDevice.mockRejectedValue(new Error('slow'))
    picker.findDevice()
    await clock.advance(0)
    picker.move(HOME)
    await clock.advance(5000)
    expect(findDevice).toHaveBeenCalledOnce()
    expect(state()).toMatchObject({ centre: HOME, isFindingDevice: false })
  })

  it.each<[string, (picker: Picker) => void, Partial<PickerState>]>([
    [
      'a place that was chosen',
      (picker) => picker.choose({ ...place, address: 'Markt 1', coords: [1, 2] }),
      { centre: [1, 2], step: 'ready', address: 'Markt 1' },
    ],
    ['the details of a place', (picker) => picker.proceed(), { centre: HOME, step: 'confirm', address: house.address }],
  ])('found late does not replace %s', async (_what, decide, expected) => {
    const { clock, picker, findDevice, state } = setUp({ start: { coords: HOME } })
    await clock.advance(0)
    const found = Promise.withResolvers<Coords>()
    findDevice.mockReturnValueOnce(found.promise)
    picker.findDevice()
    await clock.advance(0)
    decide(picker)
    found.resolve(THERE)
    await clock.advance(1000)
    expect(state()).toMatchObject({ ...expected, isFindingDevice: false })
  })
})
