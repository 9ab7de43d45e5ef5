import { useEffect } from 'react'

/** Loads chunks of dialogs when the browser is idle, so that they open without waiting, and offline. */
export function usePreloadChunks(load: () => readonly Promise<unknown>[]): void {
  useEffect(() => {
    const preload = (): void => {
      // A failed chunk is loaded again when opened, and the failure is reported then.
      for (const chunk of load()) chunk.catch(() => {})
    }
    // Safari lacks requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(preload)
    else setTimeout(preload, 1000)
  }, [load])
}
