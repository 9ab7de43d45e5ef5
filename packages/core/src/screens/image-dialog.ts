import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CallOptions, Client, Clock } from '@tiffin/sdk/client'
import { type Calls, type Input, isApiError } from '@tiffin/sdk/contract'
import type { Problem } from '#rules/index'
import type { Notices } from '../notices/notices.ts'
import type { ActingCompany } from './records.ts'

/** An image to send, drawn by the front-end. */
export type DrawnPicture = Input<Calls['Image']['save']>
/** Draws the image; null if there is nothing to draw yet. */
export type Draw = () => Promise<DrawnPicture | null>

/** The current task of the image dialog (IMG-23). */
export type ImageWork =
  { phase: 'idle' } | { phase: 'loading'; doing: 'saving' | 'removing' | 'generating' } | { phase: 'error'; problem: Problem }

export interface ImageDialog {
  store: StoreApi<ImageWork>
  /** Stores the drawn image and returns its name; null if that failed, was stopped, or there was nothing to draw. */
  save(draw: Draw): Promise<string | null>
  /** Returns an image as a `data:` address; null if that failed or was stopped. */
  removeBackground(draw: Draw): Promise<string | null>
  generate(prompt: string): Promise<string | null>
  stop(): void
}

/** Delay and number of retries while an image can't be drawn yet (IMG-24, AMB-192). */
export const DRAW_RETRY_MS = 1000
export const DRAW_TRIES = 5
/** Allows for a large image over a slow connection, and for image generation. */
const TIMEOUT_MS = 120_000

const idle = { phase: 'idle' } as const
const processingFailed: Problem = { text: "Can't process the image" }

/**
 * The logic of the image dialog. A failed save shows no notice (IMG-25); failures of the services show one (IMG-26).
 */
export function createImageDialog({
  client,
  notices,
  clock,
  company,
}: {
  client: Pick<Client, 'Image'>
  notices: Notices
  clock: Clock
  /** The company whose option covers the services, if not the client's current one. */
  company?: ActingCompany
}): ImageDialog {
  const store = createStore<ImageWork>(() => idle)
  let control = new AbortController()

  const wait = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const cancel = clock.after(DRAW_RETRY_MS, resolve)
      signal.addEventListener('abort', () => {
        cancel()
        resolve()
      })
    })

  async function drawn(draw: Draw, signal: AbortSignal): Promise<DrawnPicture | null> {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const picture = await draw()
      if (picture || attempt === DRAW_TRIES) return picture
      await wait(signal)
    }
    return null
  }

  /** Runs one task at a time; a stopped task reports nothing. */
  async function run(
    doing: 'saving' | 'removing' | 'generating',
    work: (options: CallOptions & { signal: AbortSignal }) => Promise<string | null>,
    fail: (problem: Problem) => ImageWork,
  ): Promise<string | null> {
    control.abort()
    const { signal } = (control = new AbortController())
    store.setState({ phase: 'loading', doing }, true)
    const end = (state: ImageWork): void => void (signal.aborted || store.setState(state, true))
    try {
      const result = await work({ signal, timeoutMs: TIMEOUT_MS, ...(company === undefined ? {} : { company }) })
      end(result === null ? fail(processingFailed) : idle)
      return signal.aborted ? null : result
    } catch (error) {
      if (!signal.aborted) end(fail(problemOfFailure(error)))
      return null
    }
  }

  const stay = (problem: Problem): ImageWork => ({ phase: 'error', problem })
  const toProblem = (problem: Problem): ImageWork => {
    notices.showSentence('negative', problem)
    return idle
  }

  return {
    store,
    save: (draw) =>
      run(
        'saving',
        async (options) => {
          const picture = await drawn(draw, options.signal)
          return picture && (await client.Image.save(picture, options)).data.filename
        },
        stay,
      ),
    removeBackground: (draw) =>
      run(
        'removing',
        async (options) => {
          const picture = await drawn(draw, options.signal)
          return picture && (await client.Image.removeBackground(picture, options)).data.file
        },
        toProblem,
      ),
    generate: (promt) =>
      run('generating', async (options) => (await client.Image.generate({ promt }, options)).data.file, toProblem),
    stop() {
      control.abort()
      store.setState(idle, true)
    },
  }
}

/** The server's message, or that of the local error (IMG-26). */
const problemOfFailure = (error: unknown): Problem =>
  isApiError(error)
    ? { message: error.message, ...(error.params ? { params: error.params } : {}) }
    : { message: error instanceof Error ? error.message : String(error) }
