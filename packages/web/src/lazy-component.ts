import { type ComponentType, createElement, type ElementType, lazy, useState } from 'react'

/** Timeout for loading a chunk (ERR-11). */
export const LOAD_MS = 120_000

/** After this time a slow chunk is reported, with a retry. */
export const LATE_MS = 10_000

/** Why a chunk did not load, with the sentence to show (ERR-11, ERR-12). */
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

/** Style sheets are loaded by the bundler's loader; its error message identifies them. */
const isAboutStyle = (error: unknown): boolean => error instanceof Error && /preload CSS/i.test(error.message)

/** Imports a code-split chunk on demand; rejects with a LoadError. */
export function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(loadError('chunk_timeout')), LOAD_MS)
  const loading = load().catch((error: unknown) => {
    throw loadError(isAboutStyle(error) ? 'style_failed' : 'chunk_failed', error)
  })
  return Promise.race([loading, late.promise]).finally(() => clearTimeout(timer))
}

/** By then the boundary that renders the component has reported the failure. */
const RETRY_AFTER_MS = 1000

/** Like React.lazy, but loads again after a failure, which React.lazy would cache forever. */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let Component: ElementType<P>
  function begin(): void {
    Component = lazy(async () => {
      try {
        return { default: await loadChunk(load) }
      } catch (error) {
        setTimeout(begin, RETRY_AFTER_MS)
        throw error
      }
    })
  }
  begin()
  return function LazyComponent(props) {
    return createElement(Component, props)
  }
}

/**
 * A component of a chunk that is already requested. Once loaded it renders at once; React would show the fallback of a
 * lazy component for 300 ms.
 */
export function preloadedComponent<M, P extends object>(
  chunk: Promise<M>,
  pick: (module: M) => ComponentType<P>,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined
  // The lazy component reports the failure.
  chunk.then(
    (module) => (loaded = pick(module)),
    () => {},
  )
  const fallback = lazyComponent(async () => pick(await chunk))
  return function PreloadedComponent(props) {
    // Chosen once: switching the component would remount it and lose its state.
    const [component] = useState<ElementType<P>>(() => loaded ?? fallback)
    return createElement(component, props)
  }
}
