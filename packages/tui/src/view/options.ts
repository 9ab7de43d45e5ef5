import { createContext, useContext } from 'react'

/** Display options of this terminal. */
export interface TerminalOptions {
  /** For slow lines: no blinking, and clocks in minutes. */
  calm: boolean
  /** A list of sentences instead of columns. */
  screenReader: boolean
  mouse: boolean
  /** Names or numbers of columns, from the command line. */
  columns: string | undefined
  /** A named board of the user. */
  board: string | undefined
  /** Starts with pairing if no one is signed in (KDS-25). */
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
