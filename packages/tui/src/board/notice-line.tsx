import { memo } from 'react'
import { Text, useWindowSize } from 'ink'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { useLook } from '../look/look.ts'
import { truncate, fit, plain } from '../look/text.ts'

/** The latest message, with the key for its action (SHELL-33, KDS-06). */
export const NoticeLine = memo(function NoticeLine() {
  const { notices } = useCore()
  const t = useTranslate()
  const look = useLook()
  const { columns } = useWindowSize()
  const all = useSelected(notices.store, (state) => state.notices)
  const notice = all.at(-1)
  if (!notice) return <Text>{' '.repeat(columns)}</Text>
  const sign = { info: look.marks.dot, positive: look.marks.ok, warning: look.marks.late, negative: look.marks.late }[notice.type]
  const text = plain(t.message(notice.text, notice.params))
  // The key's action, even if a newer message is shown.
  const offered = all.findLast((one) => one.action)?.action
  const action = offered ? `  [u] ${t(offered.label)}` : ''
  const more = all.length > 1 ? `  (+${all.length - 1})` : ''
  return (
    <Text {...look.notice(notice.type)} wrap="truncate">
      {fit(` ${sign} ${truncate(text, columns - 4 - action.length - more.length, look.marks.cut)}${action}${more}`, columns, {
        mark: look.marks.cut,
      })}
    </Text>
  )
})
