import { useEffect, useState } from 'react'

/** Whether the component has been mounted for this many ms. */
export function useHasElapsed(ms: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return late
}
