import { memo } from 'react'
import { Text, useWindowSize } from 'ink'
import type { Notice } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { commandOf, type Place } from '../keys.ts'
import { useTheme } from '../theme/theme.ts'
import { truncate, padToWidth, sanitize, widthOf, wrap } from '../theme/text.ts'
import { useOptions } from '../view/options.ts'

/** The keys of the actions that a notice may offer, with their commands. */
const actionKeys: Partial<Record<string, [key: string, command: string]>> = { Undo: ['u', 'undo'], 'New order': ['f', 'answer'] }

/** A long message may take this share of the screen. */
const MAX_SCREEN_SHARE = 1 / 4

/** The latest answer to the user, else the latest message. */
export const shownNotice = (notices: readonly Notice[]): Notice | undefined =>
  notices.findLast(({ isBackground }) => !isBackground) ?? notices.at(-1)

/** Whether a message stays until the user closes it. */
export const isLastingNotice = ({ isLasting, closable }: Notice): boolean => isLasting === true && closable

/**
 * Returns the lines of the shown message, with the keys of the current place for its action and to close it; a single empty
 * line without a message.
 */
function useNoticeText(place: Place | undefined): (notices: readonly Notice[]) => readonly string[] {
  const t = useTranslate()
  const { marks } = useTheme()
  const { columns, rows } = useWindowSize()
  const { screenReader } = useOptions()
  return (all) => {
    const notice = shownNotice(all)
    if (!notice) return ['']
    const sign = { info: marks.dot, positive: marks.ok, warning: marks.late, negative: marks.late }[notice.type]
    const [key, command] = actionKeys[notice.action?.label ?? ''] ?? []
    const action =
      notice.action && key && place && commandOf(place, key) === command ? `  [${key}] ${t(notice.action.label)}` : ''
    const close = place === 'board' && isLastingNotice(notice) ? `  [esc] ${t('Close')}` : ''
    const more = all.length > 1 ? `  (+${all.length - 1})` : ''
    const width = Math.max(1, columns - widthOf(sign) - 3)
    const most = screenReader ? Infinity : Math.max(1, Math.floor(rows * MAX_SCREEN_SHARE))
    const lines = noticeLines(sanitize(t.message(notice.text, notice.params)), action + close + more, {
      width,
      most,
      mark: marks.cut,
    })
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
export function useNoticeHeight(place: Place | undefined): number {
  const { notices } = useCore()
  const textOf = useNoticeText(place)
  return useSelected(notices.store, (state) => textOf(state.notices).length)
}

/** The latest answer to the user, else the latest message, with the key for its action (SHELL-33, KDS-06). */
export const NoticeLine = memo(function NoticeLine({ place }: { place: Place | undefined }) {
  const { notices } = useCore()
  const theme = useTheme()
  const { columns } = useWindowSize()
  const textOf = useNoticeText(place)
  const all = useSelected(notices.store, (state) => state.notices)
  const notice = shownNotice(all)
  return textOf(all).map((line, index) => (
    <Text key={index} {...(notice ? theme.notice(notice.type) : {})} wrap="truncate">
      {padToWidth(line, columns, { mark: theme.marks.cut })}
    </Text>
  ))
})
