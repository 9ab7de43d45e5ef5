import { createContext, type ReactNode, useContext, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useSecond } from '@tiffin/core/react'
import { useOptions } from '../view/options.ts'

const MINUTE = 60_000
const SLOW_CONNECTION_MS = 10_000

interface ScreenTime {
  now: () => number
  set(next: number): void
  onChange(listener: () => void): () => void
}

function createScreenTime(first: number): ScreenTime {
  let now = first
  const listeners = new Set<() => void>()
  return {
    now: () => now,
    set(next) {
      if (next === now) return
      now = next
      for (const listener of listeners) listener()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const ScreenTimeContext = createContext(createScreenTime(0))

/** One timer for all clocks on the screen, so that each second takes one frame. */
export function NowProvider({ children }: { children: ReactNode }) {
  const now = useSecond()
  const { calm } = useOptions()
  // On a slow line nothing is redrawn just because a second has passed.
  const shown = calm ? now - (now % SLOW_CONNECTION_MS) : now
  const [time] = useState(() => createScreenTime(shown))
  useLayoutEffect(() => time.set(shown), [time, shown])
  return <ScreenTimeContext value={time}>{children}</ScreenTimeContext>
}

/** Derives a value from the server time in ms, every second; the component re-renders only when the value changes. */
export function useTime<T extends string | number | boolean>(select: (now: number) => T): T {
  const time = useContext(ScreenTimeContext)
  const selected = (): T => select(time.now())
  return useSyncExternalStore(time.onChange, selected, selected)
}

/** Server time in ms, to the second. */
export const useNow = (): number => useTime((now) => now)

/** Server time in ms, to the minute. */
export const useMinute = (): number => useTime((now) => now - (now % MINUTE))
