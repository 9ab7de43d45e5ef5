import type L from 'leaflet'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Coords } from '@tiffin/sdk/contract'
import { useCore, useSelected } from '@tiffin/core/react'
import { mapFacts, type MapPlaces, type MapProvider, noPlaces, readMapPlaces } from '@tiffin/core/map'
import { addTiles, createMap, labelledDot } from './create-map.ts'
import { addGoogleMap } from './google-map.ts'
import { addLand } from './land.ts'

interface OpenMap {
  element: RefObject<HTMLDivElement | null>
  /** Null until the element is mounted. */
  map: L.Map | null
  places: MapPlaces
}

interface MapChoice {
  provider: MapProvider
  centre: Readonly<Coords>
  zoom?: number
}

/** A map in an element, with the merchants and cities that the user may see. */
export function useMap({ provider, centre, zoom = mapFacts.zoom }: MapChoice): OpenMap {
  const { client, notices, ports, session } = useCore()
  const { tiles, attribution, google: url } = useSelected(session.store, (state) => state.map)
  const company = useSelected(session.store, (state) => state.user?.company?.company_id)
  const region = useSelected(session.store, (state) => state.user?.company?.country.alpha2 ?? '')
  const companyKey = useSelected(session.store, (state) => state.user?.company?.google_maps_key ?? '')
  const key = provider === 'company' && url !== '' ? companyKey : ''
  const isSignedIn = useSelected(session.store, (state) => state.user !== null)
  const lang = useSelected(session.store, (state) => state.lang)
  const element = useRef<HTMLDivElement>(null)
  const [first] = useState({ centre, zoom })
  const [map, setMap] = useState<L.Map | null>(null)
  const [places, setPlaces] = useState(noPlaces)

  useEffect(() => {
    if (!element.current) return
    const made = createMap(element.current, first)
    setMap(made)
    const gone = new AbortController()
    const addBaseMap = (): void => {
      addTiles(made, { tiles, attribution })
      addLand(made, gone.signal).catch((error: unknown) => ports.log("can't load the map's land", error))
    }
    if (key === '') addBaseMap()
    else
      addGoogleMap(made, { url, key, lang, region }, gone.signal).catch((error: unknown) => {
        if (gone.signal.aborted) return
        ports.log("can't load Google Maps", error)
        notices.show('warning', "Can't load Google Maps. Check the company's API key.")
        addBaseMap()
      })
    const resized = new ResizeObserver(() => made.invalidateSize({ animate: false }))
    resized.observe(element.current)
    return () => {
      gone.abort()
      resized.disconnect()
      setMap(null)
      made.remove()
    }
  }, [first, tiles, attribution, url, key, lang, region, notices, ports])

  useEffect(() => {
    if (!isSignedIn) return
    let isGone = false
    readMapPlaces(client, company, lang).then(
      (read) => !isGone && setPlaces(read),
      (error: unknown) => ports.log("can't read the map's places", error),
    )
    return () => void (isGone = true)
  }, [client, ports, company, lang, isSignedIn])

  useEffect(() => {
    if (!map) return
    const dots = [
      ...places.cities.map(({ coords, name }) => labelledDot(coords, name, 'map-city')),
      ...places.merchants.map(({ coords, name }) => labelledDot(coords, name, 'map-merchant')),
    ]
    for (const dot of dots) dot.addTo(map)
    return () => {
      for (const dot of dots) dot.remove()
    }
  }, [map, places])

  return { element, map, places }
}
