import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Clock } from '@tiffin/sdk/client'
import { type Address, type Coords, DEFAULT_RADIUS, type FoundPlace, isApiError, MAX_PLACES } from '@tiffin/sdk/contract'
import type { Message, PlainKey, Sentence } from '#i18n/text-key'
import { isTransient } from '../transient-error.ts'
import type { AddressService, FoundAddress } from './address-service.ts'
import { mapFacts, type MapProvider, mapProviders } from './map-facts.ts'

/** The owner of the picked address. Merchants and cities have an area with a radius, cities no details. */
export type PickerKind = 'client' | 'merchant' | 'city'
export const hasArea = (kind: PickerKind): boolean => kind !== 'client'

export interface PickerState extends FoundAddress {
  /** `locating` waits for the address under the marker, `ready` has it, `confirm` asks for details (MAP-16). */
  step: 'locating' | 'ready' | 'confirm'
  centre: Coords
  info: Address['info']
  /** Radius of an area, in metres. */
  radius: number
  /** No response has arrived for some time (MAP-22). */
  isSlow: boolean
  /** Why there is no address. */
  failure: Sentence | Message | null
  /** The device is being located. */
  isFindingDevice: boolean
  search: { text: string; places: readonly FoundPlace[]; busy: boolean; failure: Sentence | Message | null }
}

/** The address that was picked; without city and radius for customers (MAP-20). */
export type PickedAddress = Pick<Address, 'address' | 'info'> & { coords: Coords; exact: boolean } & Partial<
    Pick<Address, 'city' | 'radius'>
  >

export interface Picker {
  store: StoreApi<PickerState>
  /** Looks up the address of the first place, unless it is known. */
  start(): void
  /** The map was moved by hand. The address is looked up once the map stays still (MAP-12, MAP-17). */
  move(coords: Readonly<Coords>): void
  /** Moves the map to where the device is (MAP-19). */
  findDevice(): void
  /** Searches while the text is typed (MAP-13, MAP-14). */
  type(text: string): void
  /** Searches at once, for a complete text. */
  searchNow(): void
  /** Moves the map to a place that was found. */
  choose(place: FoundPlace): void
  /** Asks for the address again after a failure (MAP-07). */
  retry(): void
  /** Opens the details; after a failure the address is typed there. */
  proceed(): void
  /** Closes the details (MAP-18). */
  back(): void
  edit(part: Partial<Pick<PickerState, 'address' | 'info' | 'radius'>>): void
  save(): PickedAddress
  stop(): void
}

/** The address so far; not `exact` if nothing confirms that it is at its coordinates. */
export type PickerStart = Partial<Omit<Address, 'coords'>> & { coords?: Readonly<Coords> | null; exact?: boolean }

export interface PickerOptions {
  service: AddressService
  clock: Clock
  provider: MapProvider
  kind: PickerKind
  /** The place of the device; rejects if it can't be determined. */
  findDevice: () => Promise<Coords>
  log: (message: string, error: unknown) => void
  start?: PickerStart
}

const noSearch: PickerState['search'] = { text: '', places: [], busy: false, failure: null }

/** The message of the server, or of a network failure (MAP-23, MAP-24, MAP-25). */
const failureOf = (error: unknown, network: PlainKey): Sentence | Message =>
  isApiError(error) && !isTransient(error) ? error : { text: network }

const rounded = ([lat, lng]: Readonly<Coords>): Coords => [Number(lat.toFixed(6)), Number(lng.toFixed(6))]

/** The address and map picker; the view moves the map and shows the state. */
export function createPicker({ service, clock, provider, kind, findDevice, log, start = {} }: PickerOptions): Picker {
  const { centre, settleMs } = mapProviders[provider]
  const hasStart = Boolean(start.coords && start.address)
  const store = createStore<PickerState>(() => ({
    step: hasStart ? 'ready' : 'locating',
    centre: rounded(start.coords ?? centre),
    address: start.address ?? '',
    city: start.city ?? null,
    exact: hasStart && start.exact !== false,
    info: start.info ?? {},
    radius: start.radius ?? DEFAULT_RADIUS,
    isSlow: false,
    failure: null,
    isFindingDevice: false,
    search: noSearch,
  }))
  const { getState: get, setState: set } = store

  /** Runs a task after a pause; the next run cancels it. With `asksServer`, a late response is reported. */
  function createTask(asksServer = true) {
    let stop = (): void => {}
    return {
      stop: () => stop(),
      run(ms: number, work: (signal: AbortSignal) => Promise<void>): void {
        stop()
        const abort = new AbortController()
        let cancelSlow = (): void => {}
        const cancel = clock.after(ms, () => {
          if (asksServer) cancelSlow = clock.after(mapFacts.slowMs, () => set({ isSlow: true }))
          void work(abort.signal).finally(() => {
            cancelSlow()
            if (!abort.signal.aborted) set({ isSlow: false })
          })
        })
        stop = () => {
          abort.abort()
          cancel()
          cancelSlow()
          set({ isSlow: false })
        }
      },
    }
  }
  const locating = createTask()
  const searching = createTask()
  const device = createTask(false)

  function locate(coords: Coords, afterMs: number): void {
    set({ step: 'locating', centre: coords, address: '', city: null, exact: false, failure: null })
    locating.run(afterMs, async (signal) => {
      try {
        const found = await service.at(coords, signal)
        if (!signal.aborted) set({ ...found, step: 'ready' })
      } catch (error) {
        if (signal.aborted) return
        log("can't look up the address", error)
        set({ failure: failureOf(error, 'Network error') })
      }
    })
  }

  function search(text: string, afterMs: number, typing: boolean): void {
    if (text.trim().length < mapFacts.searchLetters) {
      searching.stop()
      set({ search: { ...noSearch, text } })
      return
    }
    set({ search: { ...get().search, text, busy: true, failure: null } })
    searching.run(afterMs, async (signal) => {
      try {
        const places = await service.find(text.trim(), { typing, signal })
        if (!signal.aborted) set({ search: { text, places: places.slice(0, MAX_PLACES), busy: false, failure: null } })
      } catch (error) {
        if (signal.aborted) return
        log('the address search failed', error)
        set({ search: { text, places: [], busy: false, failure: failureOf(error, 'Network connection lost') } })
      }
    })
  }

  function tryDevice(triesLeft: number, afterMs: number): void {
    set({ isFindingDevice: true })
    device.run(afterMs, async (signal) => {
      try {
        const coords = rounded(await findDevice())
        if (signal.aborted) return
        set({ isFindingDevice: false })
        locate(coords, 0)
      } catch (error) {
        if (signal.aborted) return
        if (triesLeft > 1) return tryDevice(triesLeft - 1, mapFacts.locatePauseMs)
        // Only logged (MAP-26), because users can move the map themselves.
        log("can't determine the device's location", error)
        set({ isFindingDevice: false })
      }
    })
  }

  /** The user has decided on a place; the device's location must not replace it. */
  function stopDevice(): void {
    device.stop()
    set({ isFindingDevice: false })
  }

  return {
    store,
    start() {
      if (get().step === 'locating') locate(get().centre, 0)
    },
    move(coords) {
      stopDevice()
      locate(rounded(coords), settleMs)
    },
    findDevice: () => tryDevice(mapFacts.locateTries, 0),
    type: (text) => search(text, mapFacts.searchPauseMs, true),
    searchNow: () => search(get().search.text, 0, false),
    choose({ coords, address, city, exact }) {
      searching.stop()
      locating.stop()
      stopDevice()
      set({ search: noSearch })
      if (exact && city !== null) set({ step: 'ready', centre: rounded(coords), address, city, exact, failure: null })
      else locate(rounded(coords), 0)
    },
    retry: () => locate(get().centre, 0),
    proceed() {
      const { step, failure } = get()
      if (step !== 'ready' && !failure) return
      stopDevice()
      set({ step: 'confirm' })
    },
    back: () => set({ step: get().failure ? 'locating' : 'ready' }),
    edit(part) {
      set(part.address === undefined ? part : { ...part, exact: false })
    },
    save() {
      const { centre: coords, address, info, city, exact, radius } = get()
      const picked = { coords, address: address.trim(), info, exact }
      return hasArea(kind) ? { ...picked, city, radius } : picked
    },
    stop() {
      for (const task of [locating, searching, device]) task.stop()
    },
  }
}
