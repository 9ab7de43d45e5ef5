import { memo } from 'react'
import { Text, useWindowSize } from 'ink'
import type { PlainKey } from '@tiffin/core/i18n'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import type { KeyBinding } from '../keys.ts'
import { useLook } from '../look/look.ts'
import { cut, widthOf } from '../look/text.ts'
import { useActiveKeys } from '../view/keyboard.ts'

const keyOf = ({ keys, shown }: KeyBinding): string => shown ?? keys[0] ?? ''
const wordOf = ({ about, word }: KeyBinding): PlainKey => word ?? about

/** Of a status's name: other keys need room too. */
const LONGEST_NAME = 16

/** The keys that work here, as many as fit; all of them are behind `?`. `next` is where the next status leads, in words. */
export const Footer = memo(function Footer({ next }: { next?: string | undefined }) {
  const { place, bindings: keys } = useActiveKeys()
  const t = useTranslate()
  const look = useLook()
  const { columns } = useWindowSize()
  const asksForEyes = useAsksForEyes()
  // What blinks says first by which key it ends.
  const urgent = place === 'board' && asksForEyes ? keys.filter(({ command }) => command === 'seen') : []
  const { marks } = look
  const target = next === undefined ? '' : ` ${marks.arrow} ${cut(next, LONGEST_NAME, marks.cut)}`
  const label = (binding: KeyBinding): string => t(wordOf(binding)) + (binding.command === 'bump' ? target : '')
  const shown = fitting([...urgent, ...keys.filter((binding) => !urgent.includes(binding))], columns, label)
  return (
    <Text wrap="truncate">
      {shown.length === 0 && ' '}
      {shown.map((binding) => (
        <Text key={binding.command}>
          {' '}
          <Text {...look.style('accent')} bold>
            {keyOf(binding)}
          </Text>{' '}
          {label(binding)}{' '}
        </Text>
      ))}
    </Text>
  )
})

/** Whether something on the board blinks, or a cancelled order waits to be seen. */
function useAsksForEyes(): boolean {
  return useSelected(useCore().attention.store, ({ news, cancelled }) => news.size + cancelled.length > 0)
}

/** The first bindings whose words fit into a line. */
function fitting(bindings: readonly KeyBinding[], columns: number, label: (binding: KeyBinding) => string): KeyBinding[] {
  let used = 0
  return bindings.filter((binding) => {
    const width = widthOf(` ${keyOf(binding)} ${label(binding)} `)
    if (used + width > columns) return false
    used += width
    return true
  })
}
