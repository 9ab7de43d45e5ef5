import { Box } from '@chakra-ui/react'
import { type TimelineEvent, useCore, useSelected, useTimeline, useTranslate } from '@tiffin/core/react'
import { clockTime, localized } from '@tiffin/core/rules'
import { useBoardView } from './board-context.ts'

/** Every change of an order: when, who, from which front-end, and to which status (KDS-14). */
export function OrderTimeline({ order }: { order: { order_id: number; revision: number } }) {
  const t = useTranslate()
  const { lang, timezone } = useBoardView()
  const { events, error } = useTimeline(order)

  if (!events && error) return <Box color="negative">{t(error.message, error.params)}</Box>
  if (!events) return <Box h="12" aria-label={t('Loading')} role="status" />
  return (
    <Box as="ol" listStyleType="none" data-testid="timeline">
      {events.map((event, index) => (
        <Box as="li" key={index} display="flex" gap="3" py="1" fontSize="sm">
          <Box as="time" color="fg.muted" minW="10">
            {clockTime(event.date, { lang, timezone })}
          </Box>
          <Box flex="1">
            <EventText event={event} />
            <Box as="span" color="fg.muted">
              {[event.admin?.name || event.admin?.login || event.device, event.app].filter(Boolean).join(' · ')}
            </Box>
          </Box>
        </Box>
      ))}
    </Box>
  )
}

function EventText({ event }: { event: TimelineEvent }) {
  const t = useTranslate()
  const { board, session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const statuses = useSelected(board.store, (state) => state.statuses)
  const to = event.after?.['order_status']
  const status = statuses.find((candidate) => candidate.order_status_id === to)
  const state = event.after?.['state']
  const named = event.after?.['console']
  const place = typeof named === 'string' ? named : ''
  const text =
    event.table === 'receipt'
      ? event.action === 'Escalated'
        ? t('Nobody had seen it')
        : t(event.action === 'Shown' ? 'Shown on %1' : 'Seen at %1', [place])
      : event.table === 'print_job'
        ? t('Ticket: %1', [typeof state === 'string' ? t(state) : ''])
        : status
          ? localized(status.value, lang)
          : event.action === 'Create'
            ? t('Order placed')
            : t('Order changed')
  return <Box fontWeight="medium">{text}</Box>
}
