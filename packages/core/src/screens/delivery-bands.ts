import type { DeliveryTier } from '@tiffin/sdk/contract'
import type { Problem } from './problem.ts'

/** What is wrong with delivery bands: gaps, overlaps, and bands that end before they begin. */
export function checkBands(bands: readonly DeliveryTier[]): Problem | undefined {
  if (bands.some(({ from_km: from, to_km: to }) => to <= from)) return { text: 'A band ends before it begins' }
  const sorted = bands.toSorted((a, b) => a.from_km - b.from_km)
  for (const [index, band] of sorted.entries()) {
    const next = sorted[index + 1]
    if (!next) break
    if (next.from_km > band.to_km) return { text: 'No delivery between %1 and %2 km', params: [band.to_km, next.from_km] }
    if (next.from_km < band.to_km)
      return { text: 'The bands overlap between %1 and %2 km', params: [next.from_km, Math.min(band.to_km, next.to_km)] }
  }
  return undefined
}
