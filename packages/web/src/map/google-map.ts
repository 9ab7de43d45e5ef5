import type L from 'leaflet'

interface View {
  center: { lat: number; lng: number }
  zoom: number
}

/** The parts of Google's library that are used here. */
interface Maps {
  Map: new (element: HTMLElement, options: View & Record<string, unknown>) => { moveCamera(view: View): void }
}

export interface GoogleOptions {
  /** Address of the script. */
  url: string
  /** The company's key. */
  key: string
  lang: string
  /** Two-letter code of the company's country. */
  region: string
}

const CALLBACK = 'tiffinMapsReady'
const TIMEOUT_MS = 20_000

interface Library {
  url: string
  /** Rejects if the script does not load or does not start. */
  maps: Promise<Maps>
  /** Rejects if Google refuses the key, which it does only once a map is shown. */
  refused: Promise<never>
}
let loading: Library | undefined

/** Loads Google's script once for a key and language (MAP-06). */
function loadMaps({ url, key, lang, region }: GoogleOptions): Library {
  const address = new URL(url)
  for (const [name, value] of Object.entries({ key, language: lang, region, callback: CALLBACK, loading: 'async' }))
    address.searchParams.set(name, value)
  if (loading?.url === address.href) return loading
  const ready = Promise.withResolvers<Maps>()
  const refusal = Promise.withResolvers<never>()
  // No map may be shown at that time.
  refusal.promise.catch(() => {})
  const script = document.createElement('script')
  const fail = (): void => {
    script.remove()
    loading = undefined
    ready.reject(new Error('Google Maps did not start'))
  }
  const late = setTimeout(fail, TIMEOUT_MS)
  script.addEventListener('error', fail)
  Object.assign(globalThis, {
    // Called by the script when the key is refused, and once it is ready.
    gm_authFailure() {
      fail()
      refusal.reject(new Error('Google Maps refused the key'))
    },
    [CALLBACK]() {
      clearTimeout(late)
      ready.resolve((globalThis as unknown as { google: { maps: Maps } }).google.maps)
    },
  })
  script.async = true
  script.src = address.href
  document.head.append(script)
  loading = { url: address.href, maps: ready.promise, refused: refusal.promise }
  return loading
}

const viewOf = (map: L.Map): View => {
  const { lat, lng } = map.getCenter()
  return { center: { lat, lng }, zoom: map.getZoom() }
}

/**
 * Shows Google's map below the markers and areas of a map until the signal aborts. The map keeps its own keys and
 * gestures. Rejects if Google's map can't be loaded, or is refused later.
 */
export async function addGoogleMap(map: L.Map, options: GoogleOptions, signal: AbortSignal): Promise<void> {
  const { maps, refused } = loadMaps(options)
  const { Map: GoogleMap } = await maps
  if (signal.aborted) return
  const element = document.createElement('div')
  element.className = 'map-google'
  map.getContainer().prepend(element)
  const google = new GoogleMap(element, {
    ...viewOf(map),
    disableDefaultUI: true,
    gestureHandling: 'none',
    keyboardShortcuts: false,
    isFractionalZoomEnabled: true,
  })
  const follow = (): void => google.moveCamera(viewOf(map))
  map.on('move zoom', follow)
  const remove = (): void => {
    map.off('move zoom', follow)
    element.remove()
  }
  signal.addEventListener('abort', remove)
  await refused.finally(remove)
}
