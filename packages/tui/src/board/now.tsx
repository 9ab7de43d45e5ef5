import { createContext, type ReactNode, useContext } from 'react'
import { useSecond } from '@tiffin/core/react'
import { useOptions } from '../view/options.ts'

const MINUTE = 60_000
const NowContext = createContext(0)
const MinuteContext = createContext(0)

/** One timer for all clocks of the screen, so that a second is one frame. */
export function NowProvider({ children }: { children: ReactNode }) {
  const now = useSecond()
  const { calm } = useOptions()
  const minute = now - (now % MINUTE)
  // On a slow line nothing is drawn only because a second has passed.
  return (
    <NowContext value={calm ? now - (now % CALM_MS) : now}>
      <MinuteContext value={minute}>{children}</MinuteContext>
    </NowContext>
  )
}

const CALM_MS = 10_000

/** Server time in ms, to the second. */
export const useNow = (): number => useContext(NowContext)

/** Server time in ms, to the minute. */
export const useMinute = (): number => useContext(MinuteContext)
