const bars = new Set<HTMLElement>()
const GAP = 8

function place(): void {
  const tops = [...bars].map((bar) => bar.getBoundingClientRect().top)
  const { style } = document.documentElement
  if (tops.length > 0) style.setProperty('--notices', `${window.innerHeight - Math.min(...tops) + GAP}px`)
  else style.removeProperty('--notices')
}

/** For the ref of a bar at the bottom of the window: while it is shown, messages appear above it. */
export function noticesAbove(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined
  bars.add(bar)
  const observer = new ResizeObserver(place)
  observer.observe(bar)
  window.addEventListener('resize', place)
  place()
  return () => {
    bars.delete(bar)
    observer.disconnect()
    window.removeEventListener('resize', place)
    place()
  }
}
