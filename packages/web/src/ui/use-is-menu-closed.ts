import { useEffect, useState } from 'react'

const OPEN_MENU = ':is([data-scope="menu"], [data-scope="combobox"])[data-part="content"][data-state="open"]'

/**
 * Whether no menu or list of options is open, checked from the first render on. A closing one also closes everything opened above it, so
 * a dialog opened by one of its items must wait until it is gone.
 */
export function useIsMenuClosed(): boolean {
  const [gone, setGone] = useState(() => document.querySelector(OPEN_MENU) === null)
  useEffect(() => {
    if (gone) return
    const timer = setTimeout(() => setGone(true))
    return () => clearTimeout(timer)
  }, [gone])
  return gone
}
