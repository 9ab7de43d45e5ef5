import type { Translate } from '@tiffin/core/i18n'
import { clockTime, formatList, statusName } from '@tiffin/core/rules'
import { changesOf, fieldName, isUserEditable } from '@tiffin/core/screens'
import { consoleName, type TimelineEvent } from '@tiffin/core/react'
import { entities, type OrderStatus } from '@tiffin/sdk/contract'
import { sanitize } from '../theme/text.ts'

interface Words {
  statuses: readonly OrderStatus[]
  lang: string
  /** The company's time zone, used for display. */
  timezone: string
  country: string
  /** In ms; events of other days include their date. */
  now: number
  t: Translate
  arrow: string
}

/**
 * One event as a line: when, who, where and what; empty if nothing with a label has changed. @param more further
 * screens that have shown the order, or automatic changes that follow
 */
export function timelineLine(
  event: TimelineEvent,
  more: number,
  { statuses, lang, timezone, country, now, t, arrow }: Words,
): string {
  const time = clockTime(event.date, { lang, timezone, country, now })
  const who = [
    sanitize(event.admin?.name || event.admin?.login || event.device),
    event.app === '' ? '' : `(${sanitize(event.app)})`,
  ]
    .filter(Boolean)
    .join(' ')
  const status = (id: unknown) => sanitize(statusName(statuses, Number(id), lang))
  if (more > 0 && event.action !== 'Shown') return `${time}  ${t('%1 automatic changes', [more + 1])} (e)`
  const text = what()
  return text === '' ? '' : `${time}  ${who}  ${text}`

  function receiptText(event: TimelineEvent): string {
    const { action } = event
    const console = sanitize(consoleName(event, t))
    if (action === 'Shown' && more > 0) return `${t('Shown on %1', [console])} ${t('and on %1 more', [more])} (e)`
    if (action === 'Shown') return t('Shown on %1', [console])
    if (action === 'Acknowledged') return t('Seen on %1', [console])
    return t('Not seen by anyone')
  }

  function what(): string {
    const { before, after } = event
    if (event.table === 'print_job') {
      // A copy may be requested for a ticket that is already waiting.
      const state = after?.['state'] ?? (after?.['copy'] === 1 ? 'queued' : undefined)
      return typeof state === 'string' && state !== before?.['state'] ? `${t('Ticket')}: ${t.message(state)}` : ''
    }
    if (event.table === 'receipt') return receiptText(event)
    if (event.action === 'Create') return t('Order placed')
    if (event.action === 'Delete') return t('Order deleted')
    if (after && 'order_status' in after && before?.['order_status'] !== after['order_status'])
      return `${status(before?.['order_status'])} ${arrow} ${status(after['order_status'])}`
    const names = new Set(changesOf({ entity: entities.order, before, after }).map(({ field }) => field))
    const labels = [...names]
      .filter((name) => isUserEditable(entities.order, name))
      .map((name) => fieldName(entities.order, name, t))
    return labels.length === 0 ? '' : `${t('Order changed')}: ${formatList(labels, lang)}`
  }
}
