import { memo } from 'react'
import { Text, useWindowSize } from 'ink'
import type { Notice } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { useTheme } from '../theme/theme.ts'
import { truncate, padToWidth, sanitize, widthOf, wrap } from '../theme/text.ts'
import { useOptions } from '../view/options.ts'

/** The keys of the actions that a notice may offer. */
const actionKeys: Partial<Record<string, string>> = { Undo: 'u', 'New order': 'f' }

/** A long message may take this share of the screen. */
const MAX_SCREEN_SHARE = 1 / 4

/** The latest answer to the user, else the latest message. */
const shownNotice = (notices: readonly Notice[]): Notice | undefined =>
  notices.findLast(({ isBackground }) => !isBackground) ?? notices.at(-1)

/** Returns the lines of the shown message, with the key for its action; a single empty line without a message. */
function useNoticeText(): (notices: readonly Notice[]) => readonly string[] {
  const t = useTranslate()
  const { marks } = useTheme()
  const { columns, rows } = useWindowSize()
  const { screenReader } = useOptions()
  return (all) => {
    const notice = shownNotice(all)
    if (!notice) return ['']
    const sign = { info: marks.dot, positive: marks.ok, warning: marks.late, negative: marks.late }[notice.type]
    const key = actionKeys[notice.action?.label ?? '']
    const action = notice.action && key ? `  [${key}] ${t(notice.action.label)}` : ''
    const more = all.length > 1 ? `  (+${all.length - 1})` : ''
    const width = Math.max(1, columns - widthOf(sign) - 3)
    const most = screenReader ? Infinity : Math.max(1, Math.floor(rows * MAX_SCREEN_SHARE))
    const lines = noticeLines(sanitize(t.message(notice.text, notice.params)), action + more, { width, most, mark: marks.cut })
    return lines.map((line, index) => ` ${index === 0 ? sign : ' '.repeat(widthOf(sign))} ${line}`)
  }
}

/** A text and its suffix, wrapped. If there are too many lines, the text is cut, not the suffix. */
function noticeLines(text: string, end: string, { width, most, mark }: { width: number; most: number; mark: string }): string[] {
  const whole = wrap(text + end, width)
  if (whole.length <= most) return whole
  const lines = wrap(text, width)
  return [...lines.slice(0, most - 1), truncate(lines.slice(most - 1).join(' '), width - widthOf(end), mark) + end]
}

/** The number of lines that the message takes. */
export function useNoticeHeight(): number {
  const { notices } = useCore()
  const textOf = useNoticeText()
  return useSelected(notices.store, (state) => textOf(state.notices).length)
}

/** The latest answer to the user, else the latest message, with the key for its action (SHELL-33, KDS-06). */
export const NoticeLine = memo(function NoticeLine() {
  const { notices } = useCore()
  const theme = useTheme()
  const { columns } = useWindowSize()
  const textOf = useNoticeText()
  const all = useSelected(notices.store, (state) => state.notices)
  const notice = shownNotice(all)
  return textOf(all).map((line, index) => (
    <Text key={index} {...(notice ? theme.notice(notice.type) : {})} wrap="truncate">
      {padToWidth(line, columns, { mark: theme.marks.cut })}
    </Text>
  ))
})
