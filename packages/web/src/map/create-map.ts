import type { Coords } from '@tiffin/sdk/contract'
import 'leaflet/dist/leaflet.css'
import L from 'leaflet'
import { hideOverlaps } from './hide-overlaps.ts'

interface MapOptions {
  centre: Readonly<Coords>
  zoom: number
}

/** Address of raster tiles with {z}, {x} and {y}, or empty, and their attribution. */
export interface Tiles {
  tiles: string
  attribution: string
}

export const pointOf = ([lat, lng]: Readonly<Coords>): L.LatLngTuple => [lat, lng]

/**
 * Leaflet places each marker and tile by a 3D transform, for which a browser keeps a separate layer. Hundreds of layers make
 * panning slow, and they all move together.
 */
function flatten(element: HTMLElement): void {
  element.style.transform = element.style.transform.replace(/^translate3d\((.+), 0px\)$/, 'translate($1)')
}

export const flatTiles = <T extends L.GridLayer>(layer: T): T =>
  layer.on('tileloadstart', ({ tile }: L.TileEvent) => flatten(tile))

/* oxlint-disable no-underscore-dangle -- Leaflet's own names; it has no public hook for this */
const FlatMarker = L.Marker.extend({
  _setPos(this: L.Marker, point: L.Point) {
    ;(L.Marker.prototype as unknown as { _setPos: (point: L.Point) => void })._setPos.call(this, point)
    const element = this.getElement()
    if (element) flatten(element)
  },
}) as new (...options: ConstructorParameters<typeof L.Marker>) => L.Marker
/* oxlint-enable no-underscore-dangle */

/** Twice the usual size: fewer tiles make panning faster. */
export const TILE_SIZE = 512

/** The built-in base map: a grid of coordinates, which needs no network (AMB-218). */
function createGrid(map: L.Map): L.GridLayer {
  const grid = new L.GridLayer({ noWrap: true, tileSize: TILE_SIZE })
  const createTile = (at: L.Coords): HTMLElement => {
    const { lat, lng } = map.unproject(at.scaleBy(grid.getTileSize()), at.z)
    const tile = document.createElement('div')
    tile.className = 'map-grid'
    tile.textContent = `${lat.toFixed(3)}, ${lng.toFixed(3)}`
    return tile
  }
  // Leaflet expects a grid's drawing function as this property.
  Object.assign(grid, { createTile })
  return grid
}

/* oxlint-disable no-underscore-dangle -- Leaflet's own names */
/** Leaflet's canvas may draw once more after its map was removed: a redraw at once forgets the one requested before. */
const Canvas = L.Canvas.extend({
  _redraw(this: L.Canvas & { _ctx?: unknown }) {
    if (this._ctx) (L.Canvas.prototype as unknown as { _redraw(): void })._redraw.call(this)
  },
}) as unknown as new () => L.Canvas
/* oxlint-enable no-underscore-dangle */

/** A map with the base map and a scale. Zooming keeps the centre, which is the picked point. */
export function createMap(element: HTMLElement, { centre, zoom }: MapOptions): L.Map {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = L.map(element, {
    center: pointOf(centre),
    zoom,
    minZoom: 3,
    maxZoom: 19,
    maxBounds: [
      [-85, -180],
      [85, 180],
    ],
    maxBoundsViscosity: 1,
    zoomControl: false,
    attributionControl: false,
    scrollWheelZoom: 'center',
    doubleClickZoom: 'center',
    touchZoom: 'center',
    renderer: new Canvas(),
    // Tiles that fade in are drawn once more in every frame.
    fadeAnimation: false,
    ...(isStill ? { zoomAnimation: false, markerZoomAnimation: false, inertia: false } : {}),
  })
  flatTiles(createGrid(map)).addTo(map)
  hideOverlaps(map)
  L.control.scale({ imperial: false, position: 'bottomleft', updateWhenIdle: true }).addTo(map)
  return map
}

/** Draws tiles above the base map, if there are any. */
export function addTiles(map: L.Map, { tiles, attribution }: Tiles): void {
  if (tiles === '') return
  // Tile servers such as OpenStreetMap's refuse requests without a referrer (AMB-217).
  flatTiles(
    L.tileLayer(tiles, { maxZoom: 19, noWrap: true, attribution, referrerPolicy: 'strict-origin-when-cross-origin' }),
  ).addTo(map)
  L.control.attribution({ prefix: false, position: 'bottomright' }).addTo(map)
}

/** A dot with a name; the text is never read as HTML. */
export function labelledDot(coords: Readonly<Coords>, name: string, className: string): L.Marker {
  const html = document.createElement('div')
  html.className = className
  const label = html.appendChild(document.createElement('bdi'))
  label.textContent = name
  return new FlatMarker(pointOf(coords), {
    icon: L.divIcon({ html, className: '', iconSize: [0, 0] }),
    interactive: false,
    keyboard: false,
  })
}
