import { useEffect } from 'react'

function preloadChunks(): void {
  const chunks = [
    import('./order-drawer.tsx'),
    import('./recall-dialog.tsx'),
    import('./reason-dialog.tsx'),
    import('./courier-dialog.tsx'),
    import('./delete-dialog.tsx'),
    import('./days-dialog.tsx'),
    import('./merchant-availability.tsx'),
    import('../new-order/new-order-dialog.tsx'),
  ]
  // A failed chunk is loaded again when opened, and the failure is reported then.
  for (const chunk of chunks) chunk.catch(() => {})
}

/** Preloads the dialogs for working on orders when the browser is idle, so that they also open offline. */
export function usePreloadChunks(): void {
  useEffect(() => {
    // Safari lacks requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(preloadChunks)
    else setTimeout(preloadChunks, 1000)
  }, [])
}
