import { Box, chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { Entity } from '@tiffin/sdk/contract'
import { formatMoment } from '@tiffin/core'
import { groupRuns, useTranslate } from '@tiffin/core/react'
import { isAutomatic } from '@tiffin/core/rules'
import type { ActingCompany } from '@tiffin/core/screens'
import { Button } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import { useRecords } from '../records-context.ts'
import { ChangedFields } from './changed-fields.tsx'
import { UndoQuestions } from './undo-question.tsx'
import { ChangeScope } from './change-scope.tsx'
import { authorOf, type TimelineEvent, useTimeline, actionLabel } from './use-timeline.ts'
import { labels, useUndo } from './use-undo.ts'

/** The history of a record, newest first: who, when, what, and undo (MOON-01). */
export function RecordTimeline({ entity, id, company }: { entity: Entity; id: number | string; company: ActingCompany }) {
  const t = useTranslate()
  const undo = useUndo()
  const pages = useTimeline(entity, id, company)
  if (pages.isError && !pages.data) return <Box color="negative">{t.message(pages.error.message)}</Box>
  if (!pages.data) return <Box h="12" aria-label={t('Loading')} role="status" />
  const events = pages.data.pages.flatMap((page) => page.events)
  if (events.length === 0) return <Box color="fg.muted">{t('No changes yet')}</Box>
  return (
    <>
      <Box as="ol" listStyleType="none" data-testid="record-timeline">
        {groupRuns(events, isAutomatic).map((run) => (
          <Run key={run[0].change} count={run.length}>
            {run.map((event) => (
              <Change
                key={event.change}
                entity={entity}
                company={company}
                event={event}
                busy={undo.busy}
                onUndo={() => undo.undo({ ...event, record: { table: entity.name, id } })}
              />
            ))}
          </Run>
        ))}
      </Box>
      <UndoQuestions undo={undo} />
      {pages.hasNextPage && (
        <Button size="sm" disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('Older changes')}
        </Button>
      )}
    </>
  )
}

/** Consecutive automatic steps, shown on request. */
function Run({ count, children }: { count: number; children: ReactNode }) {
  const t = useTranslate()
  if (count === 1) return children
  return (
    <Box as="li" py="1" borderTopWidth="1px" fontSize="sm">
      <details>
        <chakra.summary cursor="pointer" color="fg.muted">
          {t('%1 automatic changes', [count])}
        </chakra.summary>
        <Box as="ol" listStyleType="none">
          {children}
        </Box>
      </details>
    </Box>
  )
}

interface ChangeProps {
  entity: Entity
  company: ActingCompany
  event: TimelineEvent
  busy: boolean
  onUndo: () => void
}

function Change({ entity, company, event, busy, onUndo }: ChangeProps) {
  const t = useTranslate()
  const { lang, timezone, country } = useRecords()
  const { action, app, date, refusal } = event
  return (
    <Box as="li" py="2" borderTopWidth="1px" fontSize="sm" data-testid={`change-${event.change}`}>
      <Box display="flex" flexWrap="wrap" gap="1" columnGap="3" alignItems="center">
        <Box as="time" id={`change-${event.change}`}>
          {formatMoment(date, { lang, timezone, country })}
        </Box>
        <Box as="span" fontWeight="medium">
          {t(actionLabel(event))}
        </Box>
        <Box as="span" color="fg.muted" flex="1">
          {isAutomatic(event) ? t('Automatic') : [authorOf(event), app].filter(Boolean).join(' · ')}
        </Box>
        {!refusal && (
          <Button size="sm" disabled={busy} aria-describedby={`change-${event.change}`} onClick={onUndo}>
            <Icon name="undo" />
            {t('Undo this change')}
          </Button>
        )}
      </Box>
      <ChangeScope records={event.records} others={event.others} />
      {action === 'Update' && (
        <ChangedFields entity={entity} company={company} currency={event.currency} before={event.before} after={event.after} />
      )}
      {refusal && (
        <Box color="fg.muted" mt="1">
          {t.message(refusal.error, [labels(entity.name, refusal.fields ?? [], t, lang)])}
        </Box>
      )}
    </Box>
  )
}
