import { useEffect, useState } from 'react'

/**
 * True a moment after the first drawing. A menu that closes takes along whatever has opened above it, so a dialog that one of
 * its items opens has to wait until it is gone.
 */
export function useMenuGone(): boolean {
  const [gone, setGone] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setGone(true))
    return () => clearTimeout(timer)
  }, [])
  return gone
}
