import { memo } from 'react'
import { Text, useWindowSize } from 'ink'
import type { PlainKey } from '@tiffin/core/i18n'
import { useTranslate } from '@tiffin/core/react'
import type { KeyBinding } from '../keys.ts'
import { useTheme } from '../theme/theme.ts'
import { truncate, widthOf } from '../theme/text.ts'
import { useActiveKeys } from '../view/keyboard.ts'

const keyOf = ({ keys, shown }: KeyBinding): string => shown ?? keys[0] ?? ''
const wordOf = ({ about, word }: KeyBinding): PlainKey => word ?? about

/** Maximum length of a status name, to leave room for other keys. */
const MAX_NAME_LENGTH = 16

/** The keys available now, as many as fit; `?` shows all. `next` is the next status. */
export const Footer = memo(function Footer({ next }: { next?: string | undefined }) {
  const { bindings: keys } = useActiveKeys()
  const t = useTranslate()
  const theme = useTheme()
  const { columns } = useWindowSize()
  const { marks } = theme
  const target = next === undefined ? '' : ` ${marks.arrow} ${truncate(next, MAX_NAME_LENGTH, marks.cut)}`
  const label = (binding: KeyBinding): string => t(wordOf(binding)) + (binding.command === 'bump' ? target : '')
  const shown = fittingKeys(keys, columns, label)
  return (
    <Text wrap="truncate">
      {shown.length === 0 && ' '}
      {shown.map((binding) => (
        <Text key={binding.command}>
          {' '}
          <Text {...theme.style('accent')} bold>
            {keyOf(binding)}
          </Text>{' '}
          {label(binding)}{' '}
        </Text>
      ))}
    </Text>
  )
})

/** The first bindings whose labels fit a line. */
function fittingKeys(bindings: readonly KeyBinding[], columns: number, label: (binding: KeyBinding) => string): KeyBinding[] {
  let used = 0
  return bindings.filter((binding) => {
    const width = widthOf(` ${keyOf(binding)} ${label(binding)} `)
    if (used + width > columns) return false
    used += width
    return true
  })
}
