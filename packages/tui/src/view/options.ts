import { createContext, useContext } from 'react'

/** How this terminal was asked to show the board. */
export interface TerminalOptions {
  /** For slow lines: nothing blinks, and clocks show minutes. */
  calm: boolean
  /** A list in words in place of columns. */
  screenReader: boolean
  mouse: boolean
  /** Names or numbers of columns, of the command line. */
  columns: string | undefined
  /** A named board of this device. */
  board: string | undefined
  /** Begin with pairing where nobody is signed in (KDS-25). */
  pair: boolean
}

const OptionsContext = createContext<TerminalOptions>({
  calm: false,
  screenReader: false,
  mouse: false,
  columns: undefined,
  board: undefined,
  pair: false,
})
export const OptionsProvider = OptionsContext.Provider
export const useOptions = (): TerminalOptions => useContext(OptionsContext)
