import type { Coords } from '@tiffin/sdk/contract'

const TIMEOUT_MS = 5000

/** This device's location, as reported by the browser. */
export const findDevice = (): Promise<Coords> =>
  new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve([coords.latitude, coords.longitude]),
      (error) => reject(new Error(error.message)),
      { timeout: TIMEOUT_MS, enableHighAccuracy: true },
    )
  })
