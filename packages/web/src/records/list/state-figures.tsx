import { Box, chakra } from '@chakra-ui/react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MouseEvent, ReactNode } from 'react'
import { formatCount } from '@tiffin/core'
import { useCore, useTranslate } from '@tiffin/core/react'
import { type Figure, filterName, initialFilter, NO_FILTER, readFigures, STATE } from '@tiffin/core/screens'
import { Link } from 'react-router'
import { isPlainClick } from '../../ui/plain-click.ts'
import { State } from '../../ui/state.tsx'
import { useRecords } from '../records-context.ts'
import type { useList } from '../use-list.ts'
import type { ListUrl } from '../use-list-url.ts'

interface FiguresProps {
  url: ListUrl
  /** The list below, whose every read is followed by that of the figures. */
  list: ReturnType<typeof useList>
  usage: ReactNode
}

/** The number of records in each state; each number toggles the filter for them. */
export function StateFigures({ url, list, usage }: FiguresProps) {
  const t = useTranslate()
  const { client } = useCore()
  const { screen, area, actor, company, today } = useRecords()
  const { search, filters } = url.state
  const { [STATE]: named, ...others } = filters
  const stateFilter = screen.filters.find((filter) => filterName(filter) === STATE)
  const initial = stateFilter ? initialFilter(stateFilter, today()) : ''
  const chosen = named ?? initial
  const { data } = useQuery({
    queryKey: ['figures', screen.name, area, actor.company, search, others, list.dataUpdatedAt],
    enabled: screen.states.length > 0 && list.isFetched && !list.isPlaceholderData,
    queryFn: ({ signal }) => readFigures(client, screen, { search, filters: others }, today(), { company, signal }),
    meta: { failure: `can't count the states of ${screen.name}` },
    placeholderData: keepPreviousData,
    staleTime: 'static',
    gcTime: 0,
  })
  if (screen.states.length === 0)
    return (
      <Box display="flex" px={{ base: '1', sm: '1.5' }} pb="2" _empty={{ pb: '0' }}>
        {usage}
      </Box>
    )
  return (
    <Box
      role="group"
      aria-label={t('State')}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="1"
      px={{ base: '1', sm: '1.5' }}
      pb="2"
      data-testid="state-figures"
      css={figureStyles}
    >
      {screen.states.map(({ value, label, tone }) => (
        <FigureLink
          key={value}
          url={url}
          filters={withState(others, value === chosen ? '' : value, initial)}
          chosen={value === chosen}
        >
          <State tone={tone}>{t(label)}</State>
          <Count figure={value === chosen && list.data && !list.isPlaceholderData ? list.data : data?.[value]} />
        </FigureLink>
      ))}
      {usage}
    </Box>
  )
}

/** If the list starts filtered by a state, links to other states and to all must name them. */
const withState = (others: Readonly<Record<string, string>>, value: string, initial: string): Readonly<Record<string, string>> =>
  value === initial ? others : { ...others, [STATE]: value || NO_FILTER }

const figureStyles = {
  '& a, & button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    h: '7',
    px: '1.5',
    borderRadius: 'l2',
    color: 'fg.muted',
    fontSize: 'sm',
    textDecoration: 'none',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted', color: 'fg' },
    '&[aria-current]': { bg: 'accent.subtle', color: 'fg' },
  },
} as const

/** Keeps its space while counting. */
function Count({ figure }: { figure: Figure | undefined }) {
  const { i18n } = useCore()
  return (
    <chakra.bdi minW="2" color="fg" fontWeight="semibold">
      {figure && formatCount(figure, i18n.lang())}
    </chakra.bdi>
  )
}

interface LinkProps {
  url: ListUrl
  filters: Readonly<Record<string, string>>
  chosen: boolean
  children: ReactNode
}

/** Lists inside an editor have no address. */
function FigureLink({ url, filters, chosen, children }: LinkProps) {
  const current = chosen ? { 'aria-current': 'true' as const } : {}
  const go = (): void => url.set({ filters })
  if (!url.listHref)
    return (
      <button type="button" {...current} onClick={go}>
        {children}
      </button>
    )
  const follow = (event: MouseEvent): void => {
    if (!isPlainClick(event) || event.shiftKey) return
    event.preventDefault()
    go()
  }
  return (
    <Link to={url.listHref(filters)} {...current} onClick={follow}>
      {children}
    </Link>
  )
}

/** Usage of the tariff's limit. */
export function LimitUsage({ count }: { count: number | null }) {
  const t = useTranslate()
  const { screen, user } = useRecords()
  const { limit } = screen.entity
  const max = limit === undefined ? null : (user.company?.[limit] ?? null)
  if (count === null || max === null) return null
  const text = t('%1 of %2 in your tariff', [count, max])
  return (
    <Box ms="auto" px="1.5" fontSize="sm" color="fg.muted" data-testid="limit-usage">
      {count < max ? text : <State tone="alert">{text}</State>}
    </Box>
  )
}
