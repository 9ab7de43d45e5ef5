import { useCallback } from 'react'
import { type NavigateOptions, useLocation, useSearchParams } from 'react-router'

type Next = URLSearchParams | ((now: URLSearchParams) => URLSearchParams)

/**
 * What the address asks of this page. A page stands until the next one is loaded: what it writes when somebody has left it
 * already would call them back.
 */
export function usePageParams(): [URLSearchParams, (next: Next, options?: NavigateOptions) => void] {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const set = useCallback(
    (next: Next, options?: NavigateOptions) => {
      if (window.location.pathname === pathname) setParams(next, options)
    },
    [pathname, setParams],
  )
  return [params, set]
}
