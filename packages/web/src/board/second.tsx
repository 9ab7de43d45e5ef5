import { createContext, type ReactNode, useContext, useState } from 'react'
import { useCore, useSecond, useSelected } from '@tiffin/core/react'

const SecondContext = createContext(0)
const MinuteContext = createContext(0)

const MINUTE = 60_000
/** How far the clocks may stay behind while a card is carried, in ms. */
const BEHIND = 5000

/** What the clocks show after `shown`, in ms. */
export const nextSecond = (shown: number, now: number, carrying: boolean): number =>
  carrying && Math.abs(now - shown) < BEHIND ? shown : now

/**
 * One clock for all cards: it ticks once a second, and re-renders only what reads it. While a card is carried it ticks less
 * often, since to paint the clocks of all cards takes longer than a step of the carried one may.
 */
export function SecondProvider({ children }: { children: ReactNode }) {
  const { board } = useCore()
  const now = useSecond()
  const carrying = useSelected(board.store, (state) => state.dragging !== null)
  const [second, setSecond] = useState(now)
  const next = nextSecond(second, now, carrying)
  if (next !== second) setSecond(next)
  return (
    <SecondContext.Provider value={second}>
      <MinuteContext.Provider value={Math.floor(second / MINUTE) * MINUTE}>{children}</MinuteContext.Provider>
    </SecondContext.Provider>
  )
}

/** Server time in ms, by the board's one clock. */
export const useBoardSecond = (): number => useContext(SecondContext)

/** The same at its last full minute, for what need not be re-rendered each second. */
export const useBoardMinute = (): number => useContext(MinuteContext)
