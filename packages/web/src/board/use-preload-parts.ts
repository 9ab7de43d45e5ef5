import { useEffect } from 'react'

function readParts(): void {
  const parts = [
    import('./order-drawer.tsx'),
    import('./recall-dialog.tsx'),
    import('./reason-dialog.tsx'),
    import('./courier-dialog.tsx'),
    import('./delete-dialog.tsx'),
    import('./days-dialog.tsx'),
    import('./merchant-availability.tsx'),
    import('../new-order/new-order-dialog.tsx'),
  ]
  // If it fails, it is loaded again when opened, and the failure is reported then.
  for (const part of parts) part.catch(() => {})
}

/** Preloads the parts for working on orders when the browser is idle, so that they also open offline. */
export function usePreloadParts(): void {
  useEffect(() => {
    // Safari lacks requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(readParts)
    else setTimeout(readParts, 1000)
  }, [])
}
