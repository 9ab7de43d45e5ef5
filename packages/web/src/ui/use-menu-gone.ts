import { useEffect, useState } from 'react'

const OPEN_MENU = '[data-scope="menu"][data-part="content"][data-state="open"]'

/**
 * Whether no menu stands open, looked at from the first drawing on. A menu that closes takes along whatever has opened above
 * it, so a dialog that one of its items opens has to wait until it is gone.
 */
export function useMenuGone(): boolean {
  const [gone, setGone] = useState(() => document.querySelector(OPEN_MENU) === null)
  useEffect(() => {
    if (gone) return
    const timer = setTimeout(() => setGone(true))
    return () => clearTimeout(timer)
  }, [gone])
  return gone
}
