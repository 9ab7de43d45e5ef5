import L from 'leaflet'

/** Kinds of names, the most important first; others come last. */
const kinds = ['map-assigned', 'map-merchant', 'map-busy', 'map-courier', 'map-city']
/** Pixels between two names. */
const GAP = 2

interface Name {
  dot: HTMLElement
  rank: number
  left: number
  top: number
  right: number
  bottom: number
}

const overlap = (a: Name, b: Name): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Where the name of a marker is drawn at the current zoom; independent of animations and of the map's position. */
function nameOf(map: L.Map, marker: L.Marker): Name | undefined {
  const label = marker.getElement()?.querySelector('bdi')
  const dot = label?.parentElement
  if (!label || !dot || label.offsetWidth === 0) return undefined
  const { x, y } = map.project(marker.getLatLng()).round()
  const left = x + dot.offsetLeft + dot.clientLeft + label.offsetLeft
  const top = y + dot.offsetTop + dot.clientTop + label.offsetTop
  const found = kinds.findIndex((kind) => dot.classList.contains(kind))
  return {
    dot,
    rank: found === -1 ? kinds.length : found,
    left,
    top,
    right: left + label.offsetWidth + GAP,
    bottom: top + label.offsetHeight + GAP,
  }
}

/** Keeps names that would overlap a more important one hidden until their dot is hovered. */
export function hideOverlaps(map: L.Map): void {
  let frame = 0
  function update(): void {
    frame = 0
    const names: Name[] = []
    map.eachLayer((layer) => {
      const name = layer instanceof L.Marker ? nameOf(map, layer) : undefined
      if (name) names.push(name)
    })
    const shown: Name[] = []
    for (const name of names.toSorted((a, b) => a.rank - b.rank)) {
      const isHidden = shown.some((other) => overlap(name, other))
      if (!isHidden) shown.push(name)
      name.dot.classList.toggle('map-unnamed', isHidden)
    }
  }
  const schedule = (): void => {
    if (frame === 0) frame = requestAnimationFrame(update)
  }
  map.on('zoomend', schedule)
  map.on('layeradd layerremove', ({ layer }) => layer instanceof L.Marker && schedule())
  map.on('unload', () => cancelAnimationFrame(frame))
}
