import type L from 'leaflet'

/** Whose names stay where there is no room for all: the earlier ones. */
const importance = ['map-followed', 'map-merchant', 'map-courier', 'map-known', 'map-city']

const rank = ({ classList }: Element): number => importance.findIndex((name) => classList.contains(name))

const overlaps = (a: DOMRect, b: DOMRect): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Hides the names of dots that would cover a more important one. */
function fitNames(map: L.Map): void {
  const labels = [...(map.getPane('markerPane')?.querySelectorAll('bdi:not(:empty)') ?? [])].flatMap((label) =>
    label.parentElement ? [{ dot: label.parentElement, box: label.getBoundingClientRect() }] : [],
  )
  const shown: DOMRect[] = []
  for (const { dot, box } of labels.toSorted((a, b) => rank(a.dot) - rank(b.dot))) {
    const isCovered = shown.some((other) => overlaps(box, other))
    if (!isCovered) shown.push(box)
    dot.classList.toggle('map-nameless', isCovered)
  }
}

/** Keeps the names on a map apart. Panning moves all of them alike, so it changes nothing. */
export function keepNamesApart(map: L.Map): void {
  let planned = 0
  map.on('zoomend layeradd layerremove', () => {
    cancelAnimationFrame(planned)
    planned = requestAnimationFrame(() => fitNames(map))
  })
  map.on('unload', () => cancelAnimationFrame(planned))
}
