import { createContext, type ReactNode, useContext, useState } from 'react'
import { useCore, useSecond, useSelected } from '@tiffin/core/react'

const SecondContext = createContext(0)
const MinuteContext = createContext(0)

const MINUTE = 60_000
/** Maximum lag of the clocks while a card is dragged, in ms. */
const MAX_LAG = 5000

/** The next time that the clocks show after `shown`, in ms. */
export const nextSecond = (shown: number, now: number, carrying: boolean): number =>
  carrying && Math.abs(now - shown) < MAX_LAG ? shown : now

/**
 * One clock for all cards. It ticks every second and re-renders only its readers. During a drag it ticks less often,
 * because repainting all clocks takes longer than a drag step may.
 */
export function BoardClockProvider({ children }: { children: ReactNode }) {
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

/** Server time in ms, from the board's shared clock. */
export const useBoardTime = (): number => useContext(SecondContext)

/** The same, rounded down to the minute, for components that need not re-render every second. */
export const useBoardMinute = (): number => useContext(MinuteContext)
