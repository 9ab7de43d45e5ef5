import { type ComponentType, createElement, type ElementType, lazy, useState } from 'react'

/** How long a part of the console may take to come (ERR-11). */
export const LOAD_MS = 120_000

/** From then on whoever waits for a part is told so, and may try again. */
export const LATE_MS = 10_000

/** Why a part did not come, each with the sentence that a person reads (ERR-11, ERR-12). */
const sentences = {
  chunk_timeout: 'The page took too long to load',
  chunk_failed: 'The page could not be loaded',
  style_failed: 'The page styles could not be loaded',
} as const

export interface LoadError extends Error {
  name: 'LoadError'
  code: keyof typeof sentences
  message: (typeof sentences)[keyof typeof sentences]
}

const loadError = (code: LoadError['code'], cause?: unknown): LoadError =>
  Object.assign(new Error(undefined, { cause }), { name: 'LoadError' as const, message: sentences[code], code })

export const isLoadError = (error: unknown): error is LoadError => error instanceof Error && error.name === 'LoadError'

/** Style sheets are fetched by the bundler's own loader, which says so in its error. */
const isAboutStyle = (error: unknown): boolean => error instanceof Error && /preload CSS/i.test(error.message)

/** A part of the console that is fetched when it is needed; rejects with a LoadError. */
export function loadPart<T>(load: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(loadError('chunk_timeout')), LOAD_MS)
  const loading = load().catch((error: unknown) => {
    throw loadError(isAboutStyle(error) ? 'style_failed' : 'chunk_failed', error)
  })
  return Promise.race([loading, late.promise]).finally(() => clearTimeout(timer))
}

/** By then whoever draws a part that has failed has told so. */
const FORGOTTEN_MS = 1000

/** A component that is fetched when it is first drawn, and anew after a failure, which React itself keeps for good. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let part: ElementType<P>
  function begin(): void {
    part = lazy(async () => {
      try {
        return { default: await loadPart(load) }
      } catch (error) {
        setTimeout(begin, FORGOTTEN_MS)
        throw error
      }
    })
  }
  begin()
  return function LazyPart(props) {
    return createElement(part, props)
  }
}

/**
 * A component of a part that was asked for before. Where the part has come it is drawn at once: React leaves what stands in for
 * a lazy one for 300 ms.
 */
export function earlyPart<M, P extends object>(part: Promise<M>, pick: (module: M) => ComponentType<P>): ComponentType<P> {
  let come: ComponentType<P> | undefined
  // A failure is told by the lazy one.
  part.then(
    (module) => (come = pick(module)),
    () => {},
  )
  const late = lazyPart(async () => pick(await part))
  return function EarlyPart(props) {
    // Chosen once: another kind of component would be drawn anew, without what people have done in it.
    const [component] = useState<ElementType<P>>(() => come ?? late)
    return createElement(component, props)
  }
}
