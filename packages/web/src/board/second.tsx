import { createContext, type ReactNode, useContext } from 'react'
import { useSecond } from '@tiffin/core/react'

const SecondContext = createContext(0)

/** One clock for all cards: it ticks once a second, and draws anew only what reads it. */
export const SecondProvider = ({ children }: { children: ReactNode }) => (
  <SecondContext.Provider value={useSecond()}>{children}</SecondContext.Provider>
)

/** Server time in ms, by the board's one clock. */
export const useBoardSecond = (): number => useContext(SecondContext)
