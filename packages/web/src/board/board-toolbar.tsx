import { Box, chakra } from '@chakra-ui/react'
import { memo, type RefObject, useState } from 'react'
import type { Target } from '@tiffin/core/help'
import type { SessionCompany } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { openMapWindow } from '../map/map-window.ts'
import { Button } from '../ui/controls.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { guideTarget } from '../help/guide-target.ts'
import { useBoardView } from './board-context.ts'
import { BoardPicker } from './board-picker.tsx'
import { BoardSearch } from './board-search.tsx'
import { ConnectionState } from './connection-state.tsx'
import { MerchantPicker } from './merchant-picker.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { useReload } from './use-reload.ts'

interface Props {
  company: SessionCompany
  hidden: number
  /** Number of orders in hidden columns. */
  elsewhere: number
  /** Number of orders without an item of the chosen station. */
  atOthers: number
  allDay: boolean
  onAllDay: () => void
  onRecall: () => void
  onAvailability: () => void
  onStation: () => void
  onKeys: () => void
  searchField: RefObject<HTMLInputElement | null>
}

/**
 * Merchants, search, period, view options, and the age of the data (BOARD-04 to 09, BOARD-12, KDS-17, KDS-18). Not
 * re-rendered when only orders change.
 */
export const BoardToolbar = memo(function BoardToolbar(props: Props) {
  const { company, hidden, elsewhere, atOthers, allDay, onAllDay, onRecall, onAvailability, onStation, onKeys, searchField } =
    props
  const t = useTranslate()
  const { session } = useCore()
  // Options depend on the user's rights.
  useSelected(session.store, ({ user }) => user)
  const [tools, setTools] = useState(false)
  return (
    <Box display="flex" flexWrap="wrap" alignItems="center" gap="2" px="2" pt="2" role="toolbar" aria-label={t('Order board')}>
      <MerchantPicker />
      <BoardSearch hidden={hidden} field={searchField} />
      <Button
        size="icon"
        display={{ base: 'inline-flex', lg: 'none' }}
        aria-label={t('Tools')}
        aria-expanded={tools}
        aria-controls="board-tools"
        onClick={() => setTools(!tools)}
      >
        <Icon name="tools" />
      </Button>
      <Box
        id="board-tools"
        display={{ base: tools ? 'flex' : 'none', lg: 'flex' }}
        order={{ base: 2, lg: 0 }}
        w={{ base: 'full', lg: 'auto' }}
        flexWrap="wrap"
        alignItems="center"
        // From 1280 px on, all tools fit in one row.
        gap={{ base: '2', lg: '1' }}
        data-testid="tools"
      >
        <PeriodPicker />
        <BoardPicker onStation={onStation} />
        <Toggles company={company} />
        <Toggle icon="list" label={t('All day')} on={allDay} onToggle={onAllDay} target="allDay" />
        <MapButton />
        <Button size="icon" aria-label={t('Recall')} title={t('Recall')} onClick={onRecall} {...guideTarget('recall')}>
          <Icon name="undo" />
        </Button>
        <AvailabilityButton onAvailability={onAvailability} />
        <Button
          size="icon"
          display={{ base: 'none', lg: 'inline-flex' }}
          aria-label={t('Keyboard shortcuts')}
          title={t('Keyboard shortcuts')}
          onClick={onKeys}
        >
          ?
        </Button>
      </Box>
      <NewOrderButton />
      <ChosenStation hidden={atOthers} />
      <HiddenColumns count={elsewhere} />
      <ViewOnly />
      <Box display="flex" alignItems="center" gap="2" ms="auto">
        <ConnectionState />
        <ReloadButton />
      </Box>
    </Box>
  )
})

/** Opens the map of the board in a window (BOARD-11). */
function MapButton() {
  const t = useTranslate()
  const { notices } = useCore()
  const open = (): void => {
    if (!openMapWindow()) notices.show('warning', 'The browser blocked the map window. Allow pop-ups for this site.')
  }
  return (
    <Button size="icon" aria-label={t('Map')} title={t('Map')} onClick={open} {...guideTarget('map')}>
      <Icon name="pin" />
    </Button>
  )
}

/** For users who may move orders of a merchant (KDS-07). */
function AvailabilityButton({ onAvailability }: { onAvailability: () => void }) {
  const t = useTranslate()
  const { moves } = useCore()
  if (moves.level() !== 2) return null
  return (
    <Button
      size="icon"
      aria-label={t('Pause or mark as busy')}
      title={t('Pause or mark as busy')}
      onClick={onAvailability}
      {...guideTarget('availability')}
    >
      <Icon name="clock" />
    </Button>
  )
}

/** For users who may edit the orders of a merchant (BOARD-33, AMB-080). */
function NewOrderButton() {
  const t = useTranslate()
  const { moves } = useCore()
  const { newOrder } = useBoardView()
  if (moves.level() !== 2) return null
  return (
    <Button variant="solid" aria-label={t('New order')} title={t('New order')} onClick={newOrder} {...guideTarget('newOrder')}>
      <span aria-hidden>+</span>
      {/* Shown only where the tools and the label fit in one row. */}
      <Box
        as="span"
        display={{ base: 'none', md: 'inline', lg: 'none' }}
        css={{ '@media (min-width: 1440px)': { display: 'inline' } }}
      >
        {t('New order')}
      </Box>
    </Button>
  )
}

/** Toggles stored in the user's board settings (BOARD-07, BOARD-08, BOARD-09, BOARD-52). */
function Toggles({ company }: { company: SessionCompany }) {
  const t = useTranslate()
  const { boardSettings } = useCore()
  const { compact, bar, sound, printer } = useSelected(boardSettings.store, (state) => state)
  return (
    <>
      <Toggle
        icon="rows"
        label={t('Compact cards')}
        on={compact}
        onToggle={() => boardSettings.set({ compact: !compact })}
        target="compact"
      />
      {company.limit_order !== null && (
        <Toggle icon="gauge" label={t('Usage bar')} on={bar} onToggle={() => boardSettings.set({ bar: !bar })} />
      )}
      <Toggle
        icon={sound ? 'sound' : 'mute'}
        label={t('Sound')}
        on={sound}
        onToggle={() => boardSettings.set({ sound: !sound })}
        target="sound"
      />
      <Toggle
        icon="printer"
        label={t('Print tickets here')}
        on={printer}
        onToggle={() => boardSettings.set({ printer: !printer })}
        target="printTickets"
      />
    </>
  )
}

/** The number of orders in hidden columns (KDS-18). */
function HiddenColumns({ count }: { count: number }) {
  const t = useTranslate()
  const { boardSettings } = useCore()
  if (count === 0) return null
  return (
    <Box fontSize="sm" color="fg.muted" data-testid="elsewhere">
      {t('%1 in hidden columns', [count])}{' '}
      <chakra.button
        type="button"
        color="accent"
        textDecoration="underline"
        cursor="pointer"
        minH="6"
        onClick={() => boardSettings.set({ hidden: [] })}
      >
        {t('Show all')}
      </chakra.button>
    </Box>
  )
}

/** The station whose items are shown, and the number of orders without any (KDS-09, KDS-18). */
function ChosenStation({ hidden }: { hidden: number }) {
  const t = useTranslate()
  const { board } = useCore()
  const station = useSelected(board.store, (state) => state.station)
  if (station === '') return null
  return (
    <Box fontSize="sm" color="warning" role="status" data-testid="station">
      {hidden > 0 ? t('%1 hidden by station %2', [hidden, station]) : t('Station: %1', [station])}{' '}
      <chakra.button
        type="button"
        color="accent"
        textDecoration="underline"
        cursor="pointer"
        minH="6"
        onClick={() => board.setStation('')}
      >
        {t('All stations')}
      </chakra.button>
    </Box>
  )
}

/** Tells users without edit rights once that the board is view-only; each card also has an eye (PERM-12). */
function ViewOnly() {
  const t = useTranslate()
  const { moves } = useCore()
  if (moves.level() !== 1) return null
  return (
    <Box display="inline-flex" alignItems="center" gap="1.5" fontSize="sm" color="fg.muted" data-testid="view-only">
      <Icon name="eye" />
      {t('View only')}
    </Box>
  )
}

interface ToggleProps {
  icon: IconName
  label: string
  on: boolean
  onToggle: () => void
  /** Under this name the tour and help point at it. */
  target?: Target
}

const Toggle = ({ icon, label, on, onToggle, target }: ToggleProps) => (
  <Button
    size="icon"
    aria-label={label}
    title={label}
    aria-pressed={on}
    color={on ? 'accent' : undefined}
    bg={on ? 'accent.subtle' : undefined}
    onClick={onToggle}
    {...(target === undefined ? {} : guideTarget(target))}
  >
    <Icon name={icon} />
  </Button>
)

function ReloadButton() {
  const t = useTranslate()
  const { busy, reload } = useReload()
  return (
    <Button size="icon" aria-label={t('Reload')} title={t('Reload')} disabled={busy} onClick={() => void reload()}>
      <Icon name="refresh" />
    </Button>
  )
}
