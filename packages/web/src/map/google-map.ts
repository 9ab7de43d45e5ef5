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
let loading: { url: string; maps: Promise<Maps> } | undefined

/** Loads Google's script once for a key and language (MAP-06). Rejects if the script does not load or does not start. */
function loadMaps({ url, key, lang, region }: GoogleOptions): Promise<Maps> {
  const address = new URL(url)
  for (const [name, value] of Object.entries({ key, language: lang, region, callback: CALLBACK, loading: 'async' }))
    address.searchParams.set(name, value)
  if (loading?.url === address.href) return loading.maps
  const maps = new Promise<Maps>((resolve, reject) => {
    const script = document.createElement('script')
    const fail = (): void => {
      script.remove()
      loading = undefined
      reject(new Error('Google Maps did not start'))
    }
    const late = setTimeout(fail, TIMEOUT_MS)
    script.addEventListener('error', fail)
    Object.assign(globalThis, {
      // Called by the script once it is ready, or when the key is refused.
      gm_authFailure: fail,
      [CALLBACK]: () => {
        clearTimeout(late)
        resolve((globalThis as unknown as { google: { maps: Maps } }).google.maps)
      },
    })
    script.async = true
    script.src = address.href
    document.head.append(script)
  })
  loading = { url: address.href, maps }
  return maps
}

const viewOf = (map: L.Map): View => {
  const { lat, lng } = map.getCenter()
  return { center: { lat, lng }, zoom: map.getZoom() }
}

/**
 * Shows Google's map below the markers and areas of a map until the signal aborts. The map keeps its own keys and
 * gestures. Rejects if Google's map can't be loaded.
 */
export async function addGoogleMap(map: L.Map, options: GoogleOptions, signal: AbortSignal): Promise<void> {
  const { Map: GoogleMap } = await loadMaps(options)
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
  signal.addEventListener('abort', () => {
    map.off('move zoom', follow)
    element.remove()
  })
}
