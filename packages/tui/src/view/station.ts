import { createContext, useContext } from 'react'
import type { PrintStation } from '@tiffin/core/printing'
import type { Paper } from '../ports/paper.ts'

export interface Console {
  station: PrintStation
  /** What a virtual printer has printed here. */
  paper: Paper
}

const ConsoleContext = createContext<Console | null>(null)
export const ConsoleProvider = ConsoleContext.Provider

/** The printer of this console. */
export function useConsole(): Console {
  const console = useContext(ConsoleContext)
  if (!console) throw new Error('useConsole needs a ConsoleProvider above it')
  return console
}
