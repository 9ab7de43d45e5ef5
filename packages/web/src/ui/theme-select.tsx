import { useTranslate } from '@tiffin/core/react'
import { type Theme, themes, useTheme } from '../theme/color-mode.ts'
import { useColorMode } from '../theme/color-mode-context.ts'
import { NativeSelect } from './controls.ts'
import { useThemeNames } from './use-theme-names.ts'

/** Light, dark, or the device's setting. */
export function ThemeSelect() {
  const t = useTranslate()
  const mode = useColorMode()
  const theme = useTheme(mode)
  const names = useThemeNames()
  return (
    <NativeSelect w="auto" aria-label={t('Theme')} value={theme} onChange={(event) => mode.choose(event.target.value as Theme)}>
      {themes.map((name) => (
        <option key={name} value={name}>
          {names[name]}
        </option>
      ))}
    </NativeSelect>
  )
}
