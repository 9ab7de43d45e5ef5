import { useCallback, useState } from 'react'
import { type ListState, usualPageSize } from '@tiffin/core/screens'
import { useRecords } from './records-context.ts'
import type { ListUrl, OpenRecord } from './use-list-url.ts'

const nothing = (): void => {}

/** A list inside another page, which the address says nothing of. */
export function useLocalList(): ListUrl {
  const { screen } = useRecords()
  const [state, setState] = useState<ListState>({
    search: '',
    filters: {},
    sort: screen.order,
    page: 1,
    size: usualPageSize,
  })
  const [open, setOpen] = useState<OpenRecord | null>(null)
  const [tab, setTab] = useState<string | null>(null)
  return {
    state,
    set: useCallback((change) => setState((now) => ({ ...now, page: 1, ...change })), []),
    open,
    hrefOf: null,
    listHref: null,
    openRecord: setOpen,
    closeRecord: () => setOpen(null),
    view: null,
    chooseView: nothing,
    tab,
    setTab,
  }
}
