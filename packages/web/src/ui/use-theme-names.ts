import { useTranslate } from '@tiffin/core/react'
import type { Theme } from '../theme/color-mode.ts'

/** Names of the themes. */
export function useThemeNames(): Record<Theme, string> {
  const t = useTranslate()
  return { system: t('System theme'), light: t('Light'), dark: t('Dark') }
}
