import { createContext, type ReactNode, useContext } from 'react'
import { useSecond } from '@tiffin/core/react'

const SecondContext = createContext(0)
const MinuteContext = createContext(0)

const MINUTE = 60_000

/** One clock for all cards: it ticks once a second, and draws anew only what reads it. */
export function SecondProvider({ children }: { children: ReactNode }) {
  const second = useSecond()
  return (
    <SecondContext.Provider value={second}>
      <MinuteContext.Provider value={Math.floor(second / MINUTE) * MINUTE}>{children}</MinuteContext.Provider>
    </SecondContext.Provider>
  )
}

/** Server time in ms, by the board's one clock. */
export const useBoardSecond = (): number => useContext(SecondContext)

/** The same at its last full minute, for what need not be drawn anew each second. */
export const useBoardMinute = (): number => useContext(MinuteContext)
