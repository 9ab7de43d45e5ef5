import { Box } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { consoleName, type TimelineEvent, timelineLines, useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { entities, isApiError } from '@tiffin/sdk/contract'
import { clockTime, localized } from '@tiffin/core/rules'
import { type ChangeLine, changeLines, isUserEditable, type RecordChange, referencesIn } from '@tiffin/core/screens'
import { useNames } from '../records/use-names.ts'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { useBoardView } from './board-context.ts'
import { useBoardMinute } from './board-clock.tsx'
import { useOrderTimeline } from './use-order-timeline.ts'

/** One column of times for all lines, as wide as the longest. */
const columns = { display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: '3', listStyleType: 'none' } as const

/** Every change of an order: when, by whom, from which front-end, and to which status (KDS-14). */
export function OrderTimeline({ order }: { order: { order_id: number; revision: number } }) {
  const t = useTranslate()
  const { data: events, error } = useOrderTimeline(order)

  if (!events && isApiError(error)) return <Box color="negative">{t.message(error.message, error.params)}</Box>
  if (!events) return <Box h="12" aria-label={t('Loading')} role="status" />
  return (
    <Box as="ol" {...columns} data-testid="timeline">
      {timelineLines(events).map(({ event, more }, index) =>
        more.length > 0 && event.table !== 'receipt' ? (
          <Line key={index} event={event}>
            <Steps events={[event, ...more]} />
          </Line>
        ) : (
          <Line key={index} event={event}>
            <EventText event={event} />
            {more.length > 0 && <MoreScreens events={more} />}
            <ChangeAuthor event={event} />
          </Line>
        ),
      )}
    </Box>
  )
}

interface LineProps {
  event: TimelineEvent
  children: ReactNode
}

/** One line; includes the date if it is not today. */
export function Line({ event, children }: LineProps) {
  const { lang, timezone, country } = useBoardView()
  const now = useBoardMinute()
  return (
    <Box as="li" display="grid" gridColumn="1 / -1" gridTemplateColumns="subgrid" py="1" fontSize="sm">
      <Box as="time" color="fg.muted" whiteSpace="nowrap">
        {clockTime(event.date, { lang, timezone, country, now })}
      </Box>
      <Box minW="0">{children}</Box>
    </Box>
  )
}

const ChangeAuthor = ({ event: { admin, device, app } }: { event: TimelineEvent }) => (
  <Box as="span" color="fg.muted">
    {[admin?.name || admin?.login || device, app].filter(Boolean).join(' · ')}
  </Box>
)

/** Consecutive automatic steps. */
function Steps({ events }: { events: readonly TimelineEvent[] }) {
  const t = useTranslate()
  return (
    <Folded label={t('%1 automatic changes', [events.length])} testId="automatic-steps">
      {events.map((event, index) => (
        <Line key={index} event={event}>
          <EventText event={event} />
          <ChangeAuthor event={event} />
        </Line>
      ))}
    </Folded>
  )
}

/** The other screens that have shown the order, one per console. */
function MoreScreens({ events }: { events: readonly TimelineEvent[] }) {
  const t = useTranslate()
  return (
    <Folded label={t('and on %1 more', [events.length])} testId="more-screens">
      {events.map((event, index) => (
        <Line key={index} event={event}>
          {consoleName(event, t)}
        </Line>
      ))}
    </Folded>
  )
}

/** Lines shown on request. */
function Folded({ label, testId, children }: { label: string; testId: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" size="sm" ms="-2" aria-expanded={open} onClick={() => setOpen(!open)}>
        {label}
        <Box as="span" display="flex" rotate={open ? '180deg' : undefined}>
          <Icon name="down" size={14} />
        </Box>
      </Button>
      {open && (
        <Box as="ul" {...columns} data-testid={testId}>
          {children}
        </Box>
      )}
    </>
  )
}

function EventText({ event }: { event: TimelineEvent }) {
  const t = useTranslate()
  const { board, session } = useCore()
  const lang = useSelected(session.store, (state) => state.lang)
  const statuses = useSelected(board.store, (state) => state.statuses)
  const to = event.after?.['order_status']
  const status = statuses.find((candidate) => candidate.order_status_id === to)
  // A copy may be requested for a ticket that is already waiting.
  const state = event.after?.['state'] ?? (event.after?.['copy'] === 1 ? 'queued' : undefined)
  const text =
    event.table === 'receipt'
      ? event.action === 'Escalated'
        ? t('Not seen by anyone')
        : t(event.action === 'Shown' ? 'Shown on %1' : 'Seen on %1', [consoleName(event, t)])
      : event.table === 'print_job'
        ? t('Ticket: %1', [typeof state === 'string' ? t.message(state) : ''])
        : status
          ? localized(status.value, lang)
          : event.action === 'Create'
            ? t('Order placed')
            : event.action === 'Delete'
              ? t('Order deleted')
              : t('Order changed')
  return (
    <>
      <Box fontWeight="medium">{text}</Box>
      {event.table === 'order' && event.action === 'Update' && <Changes event={event} />}
    </>
  )
}

/** Fields set by users, except the status, which is the title of its event. */
const isShown = ({ field }: Pick<ChangeLine, 'field'>): boolean =>
  field !== 'order_status' && isUserEditable(entities.order, field)

/** The changed fields of an order with old and new values. */
function Changes({ event: { before, after } }: { event: TimelineEvent }) {
  const t = useTranslate()
  const { session } = useCore()
  const { lang, timezone, country, price } = useBoardView()
  const languages = useSelected(session.store, (state) => state.languages)
  const change: RecordChange = { entity: entities.order, before, after }
  const { nameOf } = useNames(referencesIn([change]), undefined)
  const lines = changeLines(change, { t, lang, timezone, country, currency: price.symbol, languages, nameOf }).filter(isShown)
  return lines.map(({ field, part, label, before: was, after: is }) => (
    <Box key={`${field} ${part ?? ''}`} overflowWrap="anywhere">
      <Box as="span" color="fg.muted">
        {label}:
      </Box>{' '}
      <bdi>{was}</bdi> {t('→')} <bdi>{is}</bdi>
    </Box>
  ))
}
