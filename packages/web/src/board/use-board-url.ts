import { useCallback, useEffect, useRef, useState } from 'react'
import { type BoardChoice, writePeriod } from '@tiffin/core'
import { useCore } from '@tiffin/core/react'
import { type Location, useLocation, useSearchParams } from 'react-router'
import { useHistory } from '../ui/use-history.ts'
import {
  readChoice,
  readEditorTab,
  readNewOrder,
  readOrderId,
  writeChoice,
  writeEditorTab,
  writeNewOrder,
  writeOrderId,
} from './board-url.ts'

/** The tab in which an order is edited (ORDER-01). */
const EDITOR_TAB = 'Order'

const defaultChoice: BoardChoice = { chosen: 'all', period: undefined, search: '', station: '' }
const textOf = (period: BoardChoice['period']): string => (period ? writePeriod(period) : '')

/** The changes that make a board show this choice. */
const changes = (now: BoardChoice, { chosen, period, search, station }: BoardChoice): Partial<BoardChoice> => ({
  ...(String(chosen) === String(now.chosen) ? {} : { chosen }),
  ...(textOf(period) === textOf(now.period) ? {} : { period }),
  ...(search === now.search ? {} : { search }),
  ...(station === now.station ? {} : { station }),
})

/**
 * The address determines the contents of the board, so that Back, reload and links restore the same board. A choice changes
 * the address, and the board follows it.
 */
export function useBoardUrl(company: number) {
  const { board, boardSettings, session } = useCore()
  const history = useHistory()
  const { pathname, state } = useLocation() as Location<{ opened?: boolean } | null>
  const [drawn] = useSearchParams()
  /** The defaults for missing parameters are not known before the board is loaded with the user's settings. */
  const isStarted = useRef(false)

  /**
   * The choice in the current address; null once it belongs to another page or company, while this one is still
   * mounted.
   */
  const read = useCallback(() => {
    const { location } = history.place()
    return location.pathname === pathname && session.company() === company ? new URLSearchParams(location.search) : null
  }, [history, session, pathname, company])

  const replace = useCallback(
    (params: URLSearchParams) => history.replace({ pathname, search: `?${params}` }, history.place().location.state),
    [history, pathname],
  )

  /** Shows the choice of the address. If a link contains only part of it, `rest` is added to the address. */
  const follow = useCallback(
    (rest: BoardChoice) => {
      const params = read()
      if (!params || board.store.getState().phase !== 'ready') return
      const named = readChoice(params)
      const isWhole = 'chosen' in named && 'period' in named
      if (!isWhole && !isStarted.current) return
      const requested = { ...(isWhole ? defaultChoice : rest), ...named }
      const whole = writeChoice(params, requested, company)
      if (whole.toString() === params.toString()) void board.show(changes(board.store.getState(), requested))
      else replace(whole)
    },
    [board, company, read, replace],
  )
  useEffect(() => history.listen(() => follow(board.store.getState())), [board, history, follow])

  // A choice can be undone with Back; typing can't.
  useEffect(
    () =>
      board.setOwner((change) => {
        const params = read()
        if (!params) return
        const next = writeChoice(params, { ...board.store.getState(), ...change }, company)
        if ('search' in change) replace(next)
        else if (next.toString() !== params.toString()) history.push({ pathname, search: `?${next}` })
      }),
    [board, company, history, pathname, read, replace],
  )

  /** Loads the board of the address; missing parts are taken from the user's last choice. */
  const start = useCallback(
    async (settings?: Promise<unknown>) => {
      await Promise.all([board.open(readChoice(read() ?? new URLSearchParams())), settings])
      isStarted.current = true
      const { period, merchants } = boardSettings.store.getState()
      const target = merchants[company]
      follow({
        ...board.store.getState(),
        ...(period && { period }),
        ...(target && { chosen: target.length === 0 ? 'all' : target }),
      })
    },
    [board, boardSettings, company, follow, read],
  )

  const isOpenedHere = state?.opened === true
  // A reload keeps the state of the history.
  const [isReloaded, setReloaded] = useState(true)
  function close(without: (params: URLSearchParams) => URLSearchParams): void {
    const params = read()
    if (isOpenedHere) history.go(-1)
    else if (params) replace(without(params))
  }
  return {
    start,
    /** Retries, with another choice if one is given. */
    retry(change?: Partial<BoardChoice>): void {
      const params = read()
      if (params && change) replace(writeChoice(params, { ...board.store.getState(), ...change }, company))
      void start()
    },
    opened: readOrderId(drawn),
    open: useCallback(
      (id: number) => {
        const params = read()
        if (params) history.push({ pathname, search: `?${writeOrderId(params, id)}` }, { opened: true })
      },
      [history, pathname, read],
    ),
    close: () => close((params) => writeOrderId(params, null)),
    editorTab: readEditorTab(drawn),
    edit: useCallback(
      (id: number) => {
        const params = read()
        if (params)
          history.push({ pathname, search: `?${writeEditorTab(writeOrderId(params, id), EDITOR_TAB)}` }, { opened: true })
      },
      [history, pathname, read],
    ),
    setEditorTab(tab: string): void {
      const params = read()
      if (params) replace(writeEditorTab(params, tab))
    },
    closeEditor: () => close((params) => writeEditorTab(params, null)),
    newOrder: readNewOrder(drawn),
    /** Whether a link or a reload opened it, rather than the user just now. */
    isReopened: !isOpenedHere || isReloaded,
    openNewOrder: useCallback(() => {
      setReloaded(false)
      // A call may be answered on another page, after the board has gone.
      const params = read() ?? new URLSearchParams()
      if (!readNewOrder(params)) history.push({ pathname, search: `?${writeNewOrder(params, true)}` }, { opened: true })
    }, [history, pathname, read]),
    closeNewOrder: () => close((params) => writeNewOrder(params, false)),
  }
}
