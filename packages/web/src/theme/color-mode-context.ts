import { createContext, useContext } from 'react'
import type { ColorMode } from './color-mode.ts'

const ColorModeContext = createContext<ColorMode | null>(null)

export const ColorModeProvider = ColorModeContext.Provider

export function useColorMode(): ColorMode {
  const mode = useContext(ColorModeContext)
  if (!mode) throw new Error('useColorMode needs a ColorModeProvider above it')
  return mode
}
