import { type ComponentType, createElement, type ElementType, lazy, useState } from 'react'

/** Timeout for loading a part of the console (ERR-11). */
export const LOAD_MS = 120_000

/** After this time a slow part is reported and offers a retry. */
export const LATE_MS = 10_000

/** Why a part did not load, with the sentence to show (ERR-11, ERR-12). */
const sentences = {
  chunk_timeout: 'The page took too long to load',
  chunk_failed: "Can't load the page",
  style_failed: "Can't load the page styles",
} as const

export interface LoadError extends Error {
  name: 'LoadError'
  code: keyof typeof sentences
  message: (typeof sentences)[keyof typeof sentences]
}

const loadError = (code: LoadError['code'], cause?: unknown): LoadError =>
  Object.assign(new Error(undefined, { cause }), { name: 'LoadError' as const, message: sentences[code], code })

export const isLoadError = (error: unknown): error is LoadError => error instanceof Error && error.name === 'LoadError'

/** Style sheets are loaded by the bundler's loader, whose error says so. */
const isAboutStyle = (error: unknown): boolean => error instanceof Error && /preload CSS/i.test(error.message)

/** Loads a part of the console on demand; rejects with a LoadError. */
export function loadPart<T>(load: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(loadError('chunk_timeout')), LOAD_MS)
  const loading = load().catch((error: unknown) => {
    throw loadError(isAboutStyle(error) ? 'style_failed' : 'chunk_failed', error)
  })
  return Promise.race([loading, late.promise]).finally(() => clearTimeout(timer))
}

/** After this time, the component that renders the part has reported the failure. */
const RETRY_AFTER_MS = 1000

/** A component loaded on first render, and again after a failure, which React.lazy would cache forever. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let part: ElementType<P>
  function begin(): void {
    part = lazy(async () => {
      try {
        return { default: await loadPart(load) }
      } catch (error) {
        setTimeout(begin, RETRY_AFTER_MS)
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
 * A component of a preloaded part. A loaded part renders at once, while React would show the fallback of a lazy one for
 * 300 ms.
 */
export function preloadedPart<M, P extends object>(part: Promise<M>, pick: (module: M) => ComponentType<P>): ComponentType<P> {
  let come: ComponentType<P> | undefined
  // The lazy component reports the failure.
  part.then(
    (module) => (come = pick(module)),
    () => {},
  )
  const late = lazyPart(async () => pick(await part))
  return function EarlyPart(props) {
    // Chosen once: switching the component would remount it and lose its state.
    const [component] = useState<ElementType<P>>(() => come ?? late)
    return createElement(component, props)
  }
}
