import { useCallback, useEffect, useState } from 'react'
import { type ListState, defaultPageSize } from '@tiffin/core/screens'
import { useRecords } from './records-context.ts'
import { useInnerRecord } from './use-inner-record.ts'
import type { ListUrl } from './use-list-url.ts'

const nothing = (): void => {}

/** A list inside another page; only its open record is in the address. */
export function useLocalList(): ListUrl {
  const { screen } = useRecords()
  const [state, setState] = useState<ListState>({
    search: '',
    filters: {},
    sort: screen.order,
    page: 1,
    size: defaultPageSize,
  })
  const [open, show] = useInnerRecord(screen.name)
  // If two dialogs open at once, the inner one would be below the outer.
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  const [tab, setTab] = useState<string | null>(null)
  return {
    state,
    set: useCallback(
      (change) => setState((now) => ({ ...now, page: 1, ...(typeof change === 'function' ? change(now) : change) })),
      [],
    ),
    open: mounted ? open : null,
    hrefOf: null,
    listHref: null,
    openRecord: show,
    closeRecord: () => show(null),
    view: null,
    chooseView: nothing,
    tab,
    setTab,
  }
}
