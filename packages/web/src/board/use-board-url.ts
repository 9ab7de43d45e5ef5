import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { BoardState } from '@tiffin/core'
import { useCore } from '@tiffin/core/react'
import { type NavigateOptions, NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'
import { usePageParams } from '../ui/use-page-params.ts'
import { readChoice, readOrderId, writeChoice, writeOrderId, writePeriod } from './board-url.ts'

const usual = { chosen: 'all', period: undefined, search: '' } as const
type Choice = Pick<BoardState, 'chosen' | 'period' | 'search'>
const textOf = (period: Choice['period']): string => (period ? writePeriod(period) : '')
const differs = (a: Choice, b: Choice): boolean => a.chosen !== b.chosen || a.period !== b.period || a.search !== b.search

/** Keeps what the board shows in the address, so that Back, reload and links give the same board again. */
export function useBoardUrl(company: number) {
  const { board } = useCore()
  const [params, setParams] = usePageParams()
  const kind = useNavigationType()
  const location = useLocation()
  const navigate = useNavigate()
  const now = useRef({ params, setParams })
  useLayoutEffect(() => {
    now.current = { params, setParams }
  })
  /** The board takes over an address, or what was kept: its steps there are none of the person's. */
  const following = useRef(false)
  /** The address that was written and is not drawn yet: those before it on the way are nobody's wish. */
  const pending = useRef<string | null>(null)

  /** The next change may come before the address is drawn. */
  const written = useCallback(() => (pending.current === null ? now.current.params : new URLSearchParams(pending.current)), [])
  const go = useCallback((next: URLSearchParams, options: NavigateOptions) => {
    pending.current = next.toString()
    now.current.setParams(next, options)
  }, [])

  const write = useCallback(
    (replace: boolean) => {
      const next = writeChoice(written(), board.store.getState(), company)
      if (next.toString() !== written().toString()) go(next, { replace })
    },
    [board, company, go, written],
  )

  /** Changes the board without a step that Back would take back. */
  const quietly = useCallback(
    (change: () => void) => {
      following.current = true
      change()
      following.current = false
      write(true)
    },
    [write],
  )

  // From the board to the address: a choice is a step that Back takes back, typing and what was remembered are not.
  useEffect(
    () =>
      board.store.subscribe((state, before) => {
        if (state.phase !== 'ready' || following.current) return
        if (before.phase !== 'ready') write(true)
        else if (differs(state, before)) write(state.search !== before.search)
      }),
    [board, write],
  )

  // From the address to the board: Back and Forward say all of it, a link only what it names.
  useEffect(() => {
    const state = board.store.getState()
    if (pending.current === params.toString() || kind === NavigationType.Pop) pending.current = null
    if (state.phase !== 'ready' || pending.current !== null) return
    const named = readChoice(params)
    const wanted = kind === NavigationType.Pop ? { ...usual, ...named } : { ...state, ...named }
    quietly(() => {
      if (String(wanted.chosen) !== String(state.chosen)) void board.choose(wanted.chosen)
      if (textOf(wanted.period) !== textOf(state.period)) void board.setPeriod(wanted.period)
      if (wanted.search !== state.search) board.setSearch(wanted.search)
    })
  }, [params, kind, board, quietly])

  const opened = readOrderId(params)
  const mine = (location.state as { opened?: boolean } | null)?.opened === true
  return {
    /** What the address names before the board is there. */
    named: useCallback(() => readChoice(now.current.params), []),
    quietly,
    opened,
    open: useCallback((id: number) => go(writeOrderId(written(), id), { state: { opened: true } }), [go, written]),
    close: () => {
      if (mine) void navigate(-1)
      else go(writeOrderId(params, null), { replace: true })
    },
  }
}
