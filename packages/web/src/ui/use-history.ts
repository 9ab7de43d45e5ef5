import { createContext, useContext } from 'react'
import type { ConsoleHistory } from '../console-history.ts'

const Context = createContext<ConsoleHistory | null>(null)
export const HistoryProvider = Context.Provider

export function useHistory(): ConsoleHistory {
  const history = useContext(Context)
  if (!history) throw new Error('useHistory needs a HistoryProvider above it')
  return history
}
