import { Box, chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Calls, Entity, Output } from '@tiffin/sdk/contract'
import { formatMoment } from '@tiffin/core'
import { useCore, useTranslate } from '@tiffin/core/react'
import { type ActFor, changedParts } from '@tiffin/core/screens'
import { Button } from '../../ui/controls.ts'
import { Icon } from '../../ui/icon.tsx'
import { PartName } from '../part-name.tsx'
import { useRecords } from '../records-context.ts'
import { ShownValue } from '../shown-value.tsx'
import { labels, useUndo } from './use-undo.ts'

type Event = Output<Calls['Audit']['timeline']>['data']['events'][number]

/** What happened to a record: who, when, what, and the way back, newest first (MOON-01). */
export function RecordTimeline({ entity, id, company }: { entity: Entity; id: number | string; company: ActFor }) {
  const t = useTranslate()
  const { client, ports } = useCore()
  const { busy, undo } = useUndo()
  const pages = useInfiniteQuery({
    // As part of the record it is read anew with each change of it.
    queryKey: ['record', 'timeline', entity.name, company, id],
    queryFn: async ({ pageParam, signal }) => {
      try {
        const before = pageParam === null ? {} : { before: pageParam }
        const acting = company === undefined ? {} : { company }
        return (await client.Audit.timeline({ table: entity.name, id, ...before }, { ...acting, signal })).data
      } catch (error) {
        if (!signal.aborted) ports.log(`the timeline of ${entity.name} could not be read`, error)
        throw error
      }
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ more, events }) => (more ? events.at(-1)?.change : undefined),
    gcTime: 0,
  })
  if (pages.isError && !pages.data) return <Box color="negative">{t(pages.error.message)}</Box>
  if (!pages.data) return <Box h="12" aria-label={t('Loading')} role="status" />
  const events = pages.data.pages.flatMap((page) => page.events)
  if (events.length === 0) return <Box color="fg.muted">{t('Nothing has been changed yet')}</Box>
  return (
    <>
      <Box as="ol" listStyleType="none" data-testid="record-timeline">
        {events.map((event) => (
          <Change
            key={event.change}
            entity={entity}
            company={company}
            event={event}
            busy={busy}
            onUndo={() => void undo(event.change, event.company, entity.name)}
          />
        ))}
      </Box>
      {pages.hasNextPage && (
        <Button size="sm" disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('Older changes')}
        </Button>
      )}
    </>
  )
}

interface ChangeProps {
  entity: Entity
  company: ActFor
  event: Event
  busy: boolean
  onUndo: () => void
}

function Change({ entity, company, event, busy, onUndo }: ChangeProps) {
  const t = useTranslate()
  const { lang, timezone } = useRecords()
  const { action, admin, device, app, date, refusal } = event
  const what = event.undo_of
    ? 'Undid an earlier change'
    : action === 'Create'
      ? 'Created'
      : action === 'Delete'
        ? 'Deleted'
        : 'Changed'
  return (
    <Box as="li" py="2" borderTopWidth="1px" fontSize="sm" data-testid={`change-${event.change}`}>
      <Box display="flex" flexWrap="wrap" gap="1" columnGap="3" alignItems="center">
        <Box as="time" id={`change-${event.change}`}>
          {formatMoment(date, { lang, timezone })}
        </Box>
        <Box as="span" fontWeight="medium">
          {t(what)}
        </Box>
        <Box as="span" color="fg.muted" flex="1">
          {[admin?.name || admin?.login || device, app].filter(Boolean).join(' · ')}
        </Box>
        {!refusal && (
          <Button size="sm" disabled={busy} aria-describedby={`change-${event.change}`} onClick={onUndo}>
            <Icon name="undo" />
            {t('Undo this change')}
          </Button>
        )}
      </Box>
      {action === 'Update' && <ChangedFields entity={entity} company={company} event={event} />}
      {refusal && (
        <Box color="fg.muted" mt="1">
          {t(refusal.error, [labels(entity.name, refusal.fields ?? [], t, lang)])}
        </Box>
      )}
    </Box>
  )
}

/** Each changed field, or part of one, with what it was and what it became. */
function ChangedFields({ entity, company, event }: Pick<ChangeProps, 'entity' | 'company' | 'event'>) {
  const { before, after } = event
  const changes = Object.keys({ ...before, ...after }).flatMap((name) =>
    changedParts(entity, name, before?.[name], after?.[name]),
  )
  return (
    <Box as="dl" mt="1" display="grid" gridTemplateColumns="minmax(0, 1fr) minmax(0, 3fr)" columnGap="3">
      {changes.map(({ field, part, before: was, after: is }) => (
        <Box key={`${field} ${part ?? ''}`} display="contents">
          <Box as="dt" color="fg.muted" overflowWrap="anywhere">
            <PartName entity={entity} field={field} part={part} company={company} />
          </Box>
          <Box as="dd" overflowWrap="anywhere">
            <chakra.del color="fg.muted">
              <ShownValue entity={entity} name={field} part={part} value={was} company={company} />
            </chakra.del>{' '}
            <chakra.ins textDecoration="none">
              <ShownValue entity={entity} name={field} part={part} value={is} company={company} />
            </chakra.ins>
          </Box>
        </Box>
      ))}
    </Box>
  )
}
