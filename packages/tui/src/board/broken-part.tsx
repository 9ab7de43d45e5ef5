import { Text } from 'ink'
import { useTranslate } from '@tiffin/core/react'
import { useTheme } from '../theme/theme.ts'
import { Frame } from '../view/frame.tsx'
import { useKeys } from '../view/keyboard.ts'

/** Shown in place of columns or a page that failed to render; without `onBack` the board's keys keep working. */
export function BrokenPart(props: { height: number; onBack: (() => void) | undefined; onQuit: () => void }) {
  const { height, onBack, onQuit } = props
  const t = useTranslate()
  const theme = useTheme()
  useKeys('page', (command) => (command === 'quit' ? onQuit() : onBack?.()), { active: onBack !== undefined })
  return (
    <Frame title={t("This part of the board can't be shown")} height={height}>
      <Text {...theme.style('warning')}>{t('This is a bug. Your orders and tickets are safe on the server.')}</Text>
    </Frame>
  )
}
