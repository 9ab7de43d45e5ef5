import { Box } from '@chakra-ui/react'
import { formatMoment } from '@tiffin/core'
import { useTranslate } from '@tiffin/core/react'
import { fieldName, type Row } from '@tiffin/core/screens'
import { formatList, isAutomatic } from '@tiffin/core/rules'
import { scopeOfRow, useRecords } from '../records-context.ts'
import { authorOf, type TimelineEvent, useTimeline, actionLabel } from './use-timeline.ts'

/** Enough to show the latest changes; the timeline below has the others. */
const SHOWN = 3

/** Who last changed a stored record, when, and which fields; automatic changes only if there are no others. */
export function LatestChanges({ base }: { base: Row }) {
  const t = useTranslate()
  const view = useRecords()
  const { entity } = view.screen
  const { data } = useTimeline(entity, base[entity.key] as number | string, scopeOfRow(view, base).company)
  const all = data?.pages[0]?.events ?? []
  const byPeople = all.filter((event) => !isAutomatic(event))
  const events = (byPeople.length > 0 ? byPeople : all).slice(0, SHOWN)
  if (events.length === 0) return null
  return (
    <Box fontSize="sm" data-testid="latest-changes">
      <Box mb="1" color="fg.muted">
        {t('Latest changes')}
      </Box>
      <Box as="ol" listStyleType="none" display="grid" gap="2">
        {events.map((event) => (
          <LatestChange key={event.change} event={event} />
        ))}
      </Box>
    </Box>
  )
}

function LatestChange({ event }: { event: TimelineEvent }) {
  const t = useTranslate()
  const { screen, lang, timezone, country } = useRecords()
  const changed = event.action === 'Update' ? Object.keys(event.after ?? {}).filter((name) => name in screen.entity.fields) : []
  const what =
    changed.length === 0
      ? t(actionLabel(event))
      : formatList(
          changed.map((name) => fieldName(screen.entity, name, t)),
          lang,
        )
  return (
    <li>
      <Box fontWeight="medium" lineClamp="2" overflowWrap="anywhere">
        {what}
      </Box>
      <Box color="fg.muted">
        {[authorOf(event), formatMoment(event.date, { lang, timezone, country })].filter(Boolean).join(' · ')}
      </Box>
    </li>
  )
}
