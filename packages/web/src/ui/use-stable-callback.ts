import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function with stable identity that always calls the latest version; for components that should not re-render. */
export function useStableCallback<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args) => latest.current(...args), [])
}
