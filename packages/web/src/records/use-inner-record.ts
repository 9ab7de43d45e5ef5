import { useLocation } from 'react-router'
import { usePageParams } from '../ui/use-page-params.ts'
import { asKey, PRIVATE_HOST, type OpenRecord } from './use-list-url.ts'

/**
 * The open record of a list inside an editor or a dialog. The address names it after its screen, so that a reload or a
 * draft leads back to it; it adds no history entry.
 */
export function useInnerRecord(screen: string): [open: OpenRecord | null, show: (key: OpenRecord | null) => void] {
  const [params, setParams] = usePageParams()
  const state: unknown = useLocation().state
  const [name, key = ''] = (params.get(PRIVATE_HOST) ?? '').split('/')
  const show = (shown: OpenRecord | null): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (shown === null) next.delete(PRIVATE_HOST)
        else next.set(PRIVATE_HOST, `${screen}/${shown}`)
        return next
      },
      { replace: true, state },
    )
  return [name === screen && key !== '' ? asKey(key) : null, show]
}
