import { usePageParams } from '../../ui/use-page-params.ts'

/** The parameters of the address, and a way to set one of them; an empty one is removed. */
export function useReportParams(): [URLSearchParams, (name: 'chart' | 'compare' | 'measure', value: string) => void] {
  const [params, setParams] = usePageParams()
  return [
    params,
    (name, value) => {
      // A second choice may come before the first one is rendered.
      const next = new URLSearchParams(window.location.search)
      if (value === '') next.delete(name)
      else next.set(name, value)
      setParams(next)
    },
  ]
}
