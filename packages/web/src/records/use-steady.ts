import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function at each drawing, for parts that are not drawn anew; it does what the latest one would. */
export function useSteady<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args) => latest.current(...args), [])
}
