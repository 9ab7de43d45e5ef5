import { createContext, useContext } from 'react'
import type { PrintStation } from '@tiffin/core/printing'
import type { Paper } from '../ports/paper.ts'

export interface Console {
  station: PrintStation
  /** The output of a virtual printer. */
  paper: Paper
}

const ConsoleContext = createContext<Console | null>(null)
export const ConsoleProvider = ConsoleContext.Provider

/** This console's printing. */
export function useConsole(): Console {
  const console = useContext(ConsoleContext)
  if (!console) throw new Error('useConsole needs a ConsoleProvider above it')
  return console
}
