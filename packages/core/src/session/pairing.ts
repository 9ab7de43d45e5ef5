import { createStore, type StoreApi } from 'zustand/vanilla'
import { type ApiError, isApiError } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import { isTransient } from '../transient-error.ts'
import type { Ports } from '../ports.ts'

export interface PairingState {
  /** `waiting` shows the code; `paired` means signed in, which the session store announces like any sign-in. */
  phase: 'idle' | 'asking' | 'waiting' | 'paired' | 'failed'
  /** The code to read out, such as `K7QX-3MTA`. */
  code: string
  /** When the code expires, in ms of this device's clock; a new one follows automatically. */
  until: number
  error: ApiError | null
}

/** Pairs this device: shows a code until an owner has confirmed it (KDS-25). */
export interface Pairing {
  store: StoreApi<PairingState>
  /**
   * Requests a code under this name and waits for its confirmation. True means this device is signed in, false that it
   * was cancelled or refused. A wait interrupted by a power cut resumes with its code.
   */
  startPairing(name: string): Promise<boolean>
  cancel(): void
}

/** Secret of the current pairing. With it, a restarted device learns whether it was confirmed in the meantime. */
const SECRET = 'pairing'
const POLL_MS = 2000
const idle: PairingState = { phase: 'idle', code: '', until: 0, error: null }

export function createPairing(options: { client: Client; ports: Ports }): Pairing {
  const { client, ports } = options
  const { clock, storage } = ports
  const store = createStore<PairingState>(() => idle)
  let run = 0
  let wake = (): void => {}

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(ms, resolve)
      wake = () => {
        cancel()
        resolve()
      }
    })

  /** @returns whether it is confirmed */
  async function ask(name: string): Promise<boolean> {
    const secret = storage.get(SECRET)
    const { data } = await client.Device.pair(secret === undefined ? { name } : { secret })
    if (data.secret !== undefined) storage.set(SECRET, data.secret)
    if (data.state !== 'waiting') storage.set(SECRET, undefined)
    if (data.state === 'waiting')
      store.setState({
        phase: 'waiting',
        code: data.code ?? '',
        until: clock.now() + (data.expires_in ?? 0) * 1000,
        error: null,
      })
    return data.state === 'confirmed'
  }

  return {
    store,
    async startPairing(name) {
      run += 1
      const mine = run
      store.setState({ ...idle, phase: 'asking' })
      while (mine === run) {
        try {
          // oxlint-disable-next-line no-await-in-loop -- polls one request at a time
          if (await ask(name)) {
            store.setState({ ...idle, phase: 'paired' })
            return true
          }
        } catch (error) {
          ports.log("can't request pairing", error)
          if (!isTransient(error)) {
            if (mine === run) store.setState({ ...idle, phase: 'failed', error: isApiError(error) ? error : null })
            return false
          }
          if (mine === run && isApiError(error)) store.setState({ error })
        }
        // If the code has expired, request a new one at once; otherwise pause first.
        const isOver = storage.get(SECRET) === undefined && store.getState().error === null
        // oxlint-disable-next-line no-await-in-loop -- waits between polls while a user types
        if (mine === run && !isOver) await pause(POLL_MS)
      }
      return false
    },
    cancel() {
      run += 1
      wake()
      storage.set(SECRET, undefined)
      store.setState(idle)
    },
  }
}
