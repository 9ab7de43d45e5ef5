import L from 'leaflet'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { BoardCourier } from '@tiffin/core'
import type { MapMerchant, MapOrder } from '@tiffin/core/map'
import type { Coords } from '@tiffin/sdk/contract'
import { labelledDot, pointOf } from './create-map.ts'

interface Layers {
  orders: readonly MapOrder[]
  couriers: readonly BoardCourier[]
  merchants: readonly MapMerchant[]
  selected: MapOrder | undefined
  /** The orders of the selected order's courier, the first due one first. */
  tour: readonly MapOrder[]
  onSelect: (order: number) => void
}

const RADIUS = 8

const placeOf = ({ card }: MapOrder): Coords | null => card.destination_coordinates
const pointsOf = (orders: readonly MapOrder[]): L.LatLngTuple[] =>
  orders
    .map(placeOf)
    .filter((place) => place !== null)
    .map(pointOf)

/** Draws the board on a map: orders as canvas dots, because there may be many, and everything with a name as elements. */
export function useBoardLayers(map: L.Map | null, { orders, couriers, merchants, selected, tour, onSelect }: Layers): void {
  const dots = useRef(new Map<number, { dot: L.CircleMarker; order: MapOrder }>())
  const isFitted = useRef(false)
  const select = useEffectEvent(onSelect)

  // Redraws only changed objects.
  useEffect(() => {
    if (!map) return
    const drawn = dots.current
    const shown = new Set<number>()
    for (const order of orders) {
      const { order_id } = order.card
      const coords = placeOf(order)
      if (!coords) continue
      shown.add(order_id)
      const known = drawn.get(order_id)
      if (known?.order.card === order.card && known.order.status === order.status) continue
      known?.dot.remove()
      const { background, text } = order.status.color
      const style = { radius: RADIUS, weight: 2, color: text, fillColor: background, fillOpacity: 1, bubblingMouseEvents: false }
      const dot = L.circleMarker(pointOf(coords), style).addTo(map)
      dot.on('click', () => select(order_id))
      drawn.set(order_id, { dot, order })
    }
    for (const [order_id, { dot }] of drawn) {
      if (shown.has(order_id)) continue
      dot.remove()
      drawn.delete(order_id)
    }
  }, [map, orders])
  useEffect(() => {
    const drawn = dots.current
    return () => drawn.clear()
  }, [map])

  useEffect(() => {
    const points = [...merchants.map(({ coords }) => pointOf(coords)), ...pointsOf(orders)]
    if (!map || isFitted.current || points.length === 0) return
    isFitted.current = orders.length > 0
    map.fitBounds(L.latLngBounds(points), { padding: [40, 40], maxZoom: 15, animate: false })
  }, [map, merchants, orders])

  useEffect(() => {
    if (!map) return
    const areas = merchants.flatMap(({ coords, radius }) =>
      radius === undefined
        ? []
        : [L.circle(pointOf(coords), { radius, className: 'map-area', renderer: L.svg(), interactive: false })],
    )
    const group = L.layerGroup(areas).addTo(map)
    return () => void group.remove()
  }, [map, merchants])

  const assigned = selected?.card.courier
  useEffect(() => {
    if (!map) return
    const markers = couriers.flatMap(({ courier_id, coords, name, mark }) => {
      const kinds = ['map-courier', mark !== null && 'map-busy', courier_id === assigned && 'map-assigned']
      return coords ? [labelledDot(coords, name, kinds.filter(Boolean).join(' '))] : []
    })
    const group = L.layerGroup(markers).addTo(map)
    return () => void group.remove()
  }, [map, couriers, assigned])

  const at = selected && placeOf(selected)
  useEffect(() => {
    if (!map || !at) return
    const path = L.polyline(pointsOf(tour), { className: 'map-tour', renderer: L.svg(), interactive: false })
    const group = L.layerGroup([path, labelledDot(at, '', 'map-chosen')]).addTo(map)
    return () => void group.remove()
  }, [map, at, tour])

  const showSelected = useEffectEvent(() => {
    if (map && at && !map.getBounds().contains(pointOf(at))) map.panTo(pointOf(at))
  })
  const chosen = selected?.card.order_id
  // Not with every change of the board, because the user may have moved the map since.
  useEffect(() => {
    if (chosen !== undefined) showSelected()
  }, [map, chosen])
}
