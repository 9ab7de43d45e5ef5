import L from 'leaflet'
import { flatTiles, TILE_SIZE } from './create-map.ts'

/**
 * The land of the Earth for maps without a network (AMB-218): coastlines of Natural Earth (public domain) at 1:50,000,000,
 * loaded when a map is opened. Drawn below everything else.
 */
export async function addLand(map: L.Map, signal: AbortSignal): Promise<void> {
  const [{ feature }, { default: GeoJSONVT }, { default: atlas }] = await Promise.all([
    import('topojson-client'),
    import('geojson-vt'),
    import('world-atlas/land-50m.json'),
  ])
  const index = new GeoJSONVT(feature(atlas, atlas.objects.land), { maxZoom: 19, extent: TILE_SIZE, buffer: 1, tolerance: 0.5 })
  const layer = new L.GridLayer({ noWrap: true, zIndex: 0, className: 'map-land', tileSize: TILE_SIZE })
  // Not canvases, because a browser keeps a separate layer for each.
  const createTile = ({ x, y, z }: L.Coords): HTMLElement => {
    const rings = (index.getTile(z - 1, x, y)?.features ?? []).flatMap((shape) => (shape.type === 3 ? shape.geometry : []))
    const tile = L.SVG.create('svg')
    const land = tile.appendChild(L.SVG.create('path'))
    land.setAttribute('d', rings.map((ring) => `M${ring.join('L')}Z`).join(''))
    // Leaflet's types only know HTML elements.
    return tile as Element as HTMLElement
  }
  // Leaflet expects a grid's drawing function as this property.
  Object.assign(layer, { createTile })
  if (signal.aborted) return
  flatTiles(layer).addTo(map)
}
