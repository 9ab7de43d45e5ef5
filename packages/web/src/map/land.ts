import L from 'leaflet'
import { flatTiles } from './create-map.ts'

const SIZE = 256
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
  const index = new GeoJSONVT(feature(atlas, atlas.objects.land), { maxZoom: 19, extent: SIZE, buffer: 1, tolerance: 0.5 })
  const readColour = (): string => getComputedStyle(map.getContainer()).getPropertyValue('--land')
  // Read once, because reading styles for each tile costs more than drawing it.
  let colour = readColour()
  const layer = new L.GridLayer({ noWrap: true, zIndex: 0, className: 'map-land' })
  const createTile = ({ x, y, z }: L.Coords): HTMLElement => {
    const tile = document.createElement('canvas')
    tile.width = SIZE
    tile.height = SIZE
    const context = tile.getContext('2d')
    if (!context) return tile
    const land = new Path2D()
    for (const shape of index.getTile(z, x, y)?.features ?? []) {
      if (shape.type !== 3) continue
      for (const ring of shape.geometry) {
        for (const [left, top] of ring) land.lineTo(left, top)
        land.closePath()
      }
    }
    context.fillStyle = colour
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
    context.fill(land, 'evenodd')
    return tile
  }
  // Leaflet expects a grid's drawing function as this property.
  Object.assign(layer, { createTile })
  if (signal.aborted) return
  flatTiles(layer).addTo(map)
  const theme = new MutationObserver(() => {
    colour = readColour()
    layer.redraw()
  })
  theme.observe(document.documentElement, { attributeFilter: ['class'] })
  signal.addEventListener('abort', () => theme.disconnect())
}
