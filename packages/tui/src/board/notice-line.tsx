import { memo } from 'react'
import { Text, useWindowSize } from 'ink'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { useTheme } from '../theme/theme.ts'
import { truncate, padToWidth, sanitize } from '../theme/text.ts'

/** The keys of the actions that a notice may offer. */
const actionKeys: Partial<Record<string, string>> = { Undo: 'u', 'New order': 'f' }

/** The latest answer to the user, else the latest message, with the key for its action (SHELL-33, KDS-06). */
export const NoticeLine = memo(function NoticeLine() {
  const { notices } = useCore()
  const t = useTranslate()
  const theme = useTheme()
  const { columns } = useWindowSize()
  const all = useSelected(notices.store, (state) => state.notices)
  const notice = all.findLast(({ isBackground }) => !isBackground) ?? all.at(-1)
  if (!notice) return <Text>{' '.repeat(columns)}</Text>
  const sign = { info: theme.marks.dot, positive: theme.marks.ok, warning: theme.marks.late, negative: theme.marks.late }[
    notice.type
  ]
  const text = sanitize(t.message(notice.text, notice.params))
  const key = actionKeys[notice.action?.label ?? '']
  const action = notice.action && key ? `  [${key}] ${t(notice.action.label)}` : ''
  const more = all.length > 1 ? `  (+${all.length - 1})` : ''
  return (
    <Text {...theme.notice(notice.type)} wrap="truncate">
      {padToWidth(
        ` ${sign} ${truncate(text, columns - 4 - action.length - more.length, theme.marks.cut)}${action}${more}`,
        columns,
        {
          mark: theme.marks.cut,
        },
      )}
    </Text>
  )
})
