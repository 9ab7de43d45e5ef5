import { useEffect } from 'react'

function readParts(): void {
  const parts = [
    import('./order-drawer.tsx'),
    import('./recall-dialog.tsx'),
    import('./reason-dialog.tsx'),
    import('./courier-dialog.tsx'),
    import('./delete-dialog.tsx'),
  ]
  // One that fails is fetched again, and the failure told, when it is opened.
  for (const part of parts) part.catch(() => {})
}

/** Fetches what work on orders needs once the browser is idle, so that it also opens without a connection. */
export function usePartsAhead(): void {
  useEffect(() => {
    // Safari has no such callback.
    if ('requestIdleCallback' in window) requestIdleCallback(readParts)
    else setTimeout(readParts, 1000)
  }, [])
}
