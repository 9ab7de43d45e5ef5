import { useLocation } from 'react-router'
import { usePageParams } from '../ui/use-page-params.ts'
import { parseRecordKey, INNER_RECORD, type OpenRecord } from './use-list-url.ts'

/**
 * The open record of a list inside an editor or a dialog. The address contains it after its screen, so that a reload or a
 * draft leads back to it; it adds no history entry.
 */
export function useInnerRecord(screen: string): [open: OpenRecord | null, show: (key: OpenRecord | null) => void] {
  const [params, setParams] = usePageParams()
  const state: unknown = useLocation().state
  const [name, key = ''] = (params.get(INNER_RECORD) ?? '').split('/')
  const show = (shown: OpenRecord | null): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (shown === null) next.delete(INNER_RECORD)
        else next.set(INNER_RECORD, `${screen}/${shown}`)
        return next
      },
      { replace: true, state },
    )
  return [name === screen && key !== '' ? parseRecordKey(key) : null, show]
}
