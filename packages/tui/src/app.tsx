import { Activity, type ReactNode, useEffect, useRef, useState } from 'react'
import { Box, Text, useApp, useWindowSize } from 'ink'
import { failureSentence, watchRights } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { BoardScreen } from './board/board-screen.tsx'
import { BrokenPart } from './board/broken-part.tsx'
import { NowProvider } from './board/now.tsx'
import { ChooseCompany } from './start/choose-company.tsx'
import { Pair } from './start/pair.tsx'
import { RequiredFactor } from './start/required-factor.tsx'
import { SecondStep } from './start/second-step.tsx'
import { SignIn } from './start/sign-in.tsx'
import { Splash } from './start/splash.tsx'
import { Unreachable } from './start/unreachable.tsx'
import { Guard } from './view/guard.tsx'
import { wrap } from './theme/text.ts'
import { useKeys, useTerminalKeys } from './view/keyboard.ts'
import { useOptions } from './view/options.ts'
import { useConsole } from './view/station.ts'

/** Delay before a board that failed to load is loaded again. */
const RETRY_MS = 5000
/** In a smaller window a column, its card and the notices do not fit. */
const MIN_SIZE = { columns: 48, rows: 14 }

/** The whole program, from start to board; signing out returns to the sign-in form. */
export function App({ url, company, name }: { url: string; company: number | undefined; name: string }) {
  const { session, ports } = useCore()
  const { exit } = useApp()
  useTerminalKeys()
  const { columns, rows } = useWindowSize()
  const phase = useSelected(session.store, (state) => state.phase)
  const waitsForCode = useSelected(session.store, (state) => state.secondStep !== null)
  const lacksFactor = useSelected(session.store, (state) => state.user?.factor_required === true)
  useEffect(() => void session.start(), [session])
  const { pair } = useOptions()
  const [byPassword, setByPassword] = useState(false)
  const quit = (): void => exit()

  const isSmall = columns < MIN_SIZE.columns || rows < MIN_SIZE.rows
  const tooSmall = isSmall ? <TooSmall columns={columns} rows={rows} onQuit={quit} /> : undefined

  if (tooSmall && phase !== 'signed_in') return tooSmall
  if (phase === 'unreachable') return <Unreachable url={url} onQuit={quit} />
  if (phase === 'signed_out' && pair && !byPassword)
    return <Pair url={url} name={name} onPassword={() => setByPassword(true)} onQuit={quit} />
  if (phase === 'signed_out') return waitsForCode ? <SecondStep onQuit={quit} /> : <SignIn onQuit={quit} />
  if (phase === 'signed_in' && lacksFactor) return <RequiredFactor url={url} onQuit={quit} />
  if (phase === 'signed_in') {
    return (
      <Guard
        about={phase}
        fallback={<BrokenPart height={rows} onBack={quit} onQuit={quit} />}
        onError={(error) => ports.log("can't draw the board", error)}
      >
        <SignedIn wanted={company} instead={tooSmall} onQuit={quit} />
      </Guard>
    )
  }
  return <Splash onQuit={quit} />
}

/** Shown in place of a board that would be unreadable. */
function TooSmall({ columns, rows, onQuit }: { columns: number; rows: number; onQuit: () => void }) {
  const t = useTranslate()
  useKeys('unreachable', (command) => (command === 'quit' ? onQuit() : undefined))
  const text = t('Terminal too small: %1 x %2. The board needs %3 x %4. Enlarge the window or use a smaller font.', [
    columns,
    rows,
    MIN_SIZE.columns,
    MIN_SIZE.rows,
  ])
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      {wrap(text, columns)
        .slice(0, rows)
        .map((line) => (
          <Text key={line}>{line}</Text>
        ))}
    </Box>
  )
}

interface SignedInProps {
  wanted: number | undefined
  /** Rendered in place of the board, which is hidden and continues to print and ring. */
  instead: ReactNode
  onQuit: () => void
}

/** Opens the board of the current company, and closes it with the session. */
function SignedIn({ wanted: requested, instead, onQuit }: SignedInProps) {
  const { alarm, attention, board, boardSettings, moves, session, notices, ports, unread } = useCore()
  const { station } = useConsole()
  const company = useSelected(session.store, (state) => state.user?.company?.company_id)
  const wasNameAsked = useRef(false)
  /** The company whose orders are loaded: orders of one company are never shown under another's name. */
  const [opened, setOpened] = useState<number>()
  useEffect(() => {
    // Only once per session; afterwards the user chooses.
    if (wasNameAsked.current) return
    wasNameAsked.current = true
    if (!requested || requested === company) return
    // oxlint-disable-next-line react/hooks -- a function of the core, not a hook
    session.useCompany(requested).catch((error: unknown) => {
      ports.log("can't choose the company", error)
      notices.showSentence('negative', failureSentence(error, board.store.getState()))
    })
  }, [board, session, requested, company, notices, ports])
  useEffect(() => {
    if (company === undefined) return undefined
    // Nothing is rendered yet; the board screen reports which orders it shows.
    board.showing([])
    void board.open()
    setOpened(company)
    boardSettings.load().catch((error: unknown) => ports.log("can't load board settings", error))
    station.start()
    const stops = [alarm.start(), attention.start(), followMessages()]
    return () => {
      for (const stop of stops) stop()
      station.stop()
      board.close()
    }
    /** Shows a notice for new messages: if the count grows, but not for the first count. */
    function followMessages(): () => void {
      const stopNotices = unread.store.subscribe(({ count }, before) => {
        if (count !== null && before.count !== null && count > before.count) notices.show('info', 'New message')
      })
      const stopCounting = unread.watch({ isSilent: true })
      return () => {
        stopNotices()
        stopCounting()
      }
    }
  }, [alarm, attention, board, boardSettings, notices, ports, session, station, unread, company])
  const failed = useSelected(board.store, (state) => state.phase === 'failed')
  useEffect(() => {
    // In a kitchen, no one may be there to press a key when the server is back.
    if (!failed) return undefined
    return ports.clock.after(RETRY_MS, () => void board.open())
  }, [board, failed, ports])
  const mayView = useSelected(session.store, () => moves.level() > 0)
  const couldView = useRef(mayView)
  useEffect(() => {
    if (company === undefined) return undefined
    if (mayView && !couldView.current) void board.open()
    couldView.current = mayView
    return mayView ? undefined : watchRights(session, ports)
  }, [board, company, mayView, ports, session])
  if (company === undefined) return instead ?? <ChooseCompany onQuit={onQuit} />
  if (opened !== company) return instead ?? <Splash onQuit={onQuit} />
  // A hidden board keeps its open page, typed text and cursor, but ignores keys.
  return (
    <>
      {instead}
      <Activity mode={instead === undefined ? 'visible' : 'hidden'}>
        <NowProvider>
          <BoardScreen key={company} onQuit={onQuit} />
        </NowProvider>
      </Activity>
    </>
  )
}
