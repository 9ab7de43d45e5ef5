import { Box } from '@chakra-ui/react'
import type { Translate } from '@tiffin/core/i18n'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { clockTime } from '@tiffin/core/rules'
import { Banner } from '../ui/banner.tsx'
import { guideTarget } from '../help/guide-target.ts'
import { useBoardView } from './board-context.ts'
import { type Freshness, freshness } from './freshness.ts'
import { useBoardTime } from './board-clock.tsx'

function useFreshness(): Freshness {
  const { board, serverClock } = useCore()
  const live = useSelected(board.store, (state) => state.live)
  const heardAt = useSelected(board.store, (state) => state.heardAt)
  return freshness({ live, heardAt }, useBoardTime(), serverClock.offset())
}

const signs = { live: '●', connecting: '◌', offline: '▲' } as const
const tones = { live: 'positive', connecting: 'warning', offline: 'negative' } as const

function ageText(age: number, t: Translate): string {
  if (age < 60) return t('%1 s ago', [age])
  return t('%1 min ago', [Math.floor(age / 60)])
}

/** Whether updates arrive, and the age of the latest: always visible (KDS-17). */
export function ConnectionState() {
  const t = useTranslate()
  const { state, age } = useFreshness()
  const names = { live: t('Live'), connecting: t('Connecting…'), offline: t('Offline') }
  return (
    <Box
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      fontSize="sm"
      data-testid="connection"
      data-state={state}
      title={t('Last update: %1', [ageText(age, t)])}
      {...guideTarget('connection')}
    >
      <Box as="span" color={tones[state]} aria-hidden="true">
        {signs[state]}
      </Box>
      <Box as="span" fontWeight="medium">
        {names[state]}
      </Box>
      <Box as="span" color="fg.muted" minW={{ base: '0', sm: '16' }}>
        {ageText(age, t)}
      </Box>
    </Box>
  )
}

/** Says that the board may be out of date and that moves are stored in the meantime. */
export function StaleBanner() {
  const t = useTranslate()
  const { board } = useCore()
  const { lang, timezone, country } = useBoardView()
  const heardAt = useSelected(board.store, (state) => state.heardAt)
  const waiting = useSelected(board.store, (state) => state.pending.length)
  const { stale } = useFreshness()
  if (!stale) return null
  return (
    <Banner tone="warning" testId="stale">
      {t('Offline since %1. The board may be out of date.', [clockTime(heardAt, { lang, timezone, country })])}{' '}
      {waiting > 0
        ? t('Moves waiting to be sent: %1.', [waiting])
        : t("Moves are saved and will be sent when you're back online.")}
    </Banner>
  )
}
