import { useCallback } from 'react'
import { type NavigateOptions, useLocation, useSearchParams } from 'react-router'

type Next = URLSearchParams | ((now: URLSearchParams) => URLSearchParams)

/**
 * The query parameters of this page. A page stays mounted until the next one is loaded: parameters written after
 * leaving it must not navigate back.
 */
export function usePageParams(): [URLSearchParams, (next: Next, options?: NavigateOptions) => void] {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const set = useCallback(
    (next: Next, options?: NavigateOptions) => {
      if (window.location.pathname !== pathname) return
      // The router would pass the parameters of the last render, so that of two quick changes the first would be lost.
      setParams(typeof next === 'function' ? next(new URLSearchParams(window.location.search)) : next, options)
    },
    [pathname, setParams],
  )
  return [params, set]
}
