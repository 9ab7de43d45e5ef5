import type L from 'leaflet'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Coords } from '@tiffin/sdk/contract'
import { useCore, useSelected } from '@tiffin/core/react'
import { mapFacts, type MapPlaces, noPlaces, readMapPlaces } from '@tiffin/core/map'
import { createMap, labelledDot } from './create-map.ts'

interface OpenMap {
  element: RefObject<HTMLDivElement | null>
  /** Null until the element is there. */
  map: L.Map | null
  places: MapPlaces
}

/** A map in an element, with the merchants and cities that the person may see. */
export function useMap(centre: Readonly<Coords>, zoom: number = mapFacts.zoom): OpenMap {
  const { client, ports, session } = useCore()
  const { tiles, attribution } = useSelected(session.store, (state) => state.map)
  const company = useSelected(session.store, (state) => state.user?.company?.company_id)
  const isSignedIn = useSelected(session.store, (state) => state.user !== null)
  const lang = useSelected(session.store, (state) => state.lang)
  const element = useRef<HTMLDivElement>(null)
  const [first] = useState({ centre, zoom })
  const [map, setMap] = useState<L.Map | null>(null)
  const [places, setPlaces] = useState(noPlaces)

  useEffect(() => {
    if (!element.current) return
    const made = createMap(element.current, { ...first, tiles, attribution })
    setMap(made)
    const resized = new ResizeObserver(() => made.invalidateSize({ animate: false }))
    resized.observe(element.current)
    return () => {
      resized.disconnect()
      setMap(null)
      made.remove()
    }
  }, [first, tiles, attribution])

  useEffect(() => {
    if (!isSignedIn) return
    let isGone = false
    readMapPlaces(client, company, lang).then(
      (read) => !isGone && setPlaces(read),
      (error: unknown) => ports.log('the places of the map could not be read', error),
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
