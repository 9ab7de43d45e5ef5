import { hostname } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { render } from 'ink'
import { type Core, createCore, type ListedStorage, memoryStorage } from '@tiffin/core'
import { createLastTickets, createPrintStation } from '@tiffin/core/printing'
import { CoreProvider } from '@tiffin/core/react'
import { App } from './app.tsx'
import { createTheme, ThemeProvider } from './theme/theme.ts'
import { terminalBell } from './ports/bell.ts'
import type { FileStorage } from './ports/file-storage.ts'
import { withLanguage } from './ports/run-language.ts'
import { folderDrafts } from './ports/folder-drafts.ts'
import { createPaper } from './ports/paper.ts'
import { guardScreen } from './ports/screen-guard.ts'
import { terminalPorts } from './ports/terminal-ports.ts'
import { createRaster, findPrinters, openPrinter } from './printing/index.ts'
import { ConsoleProvider } from './view/station.ts'
import { createReducedOutput } from './view/frame-writer.ts'
import { createKeyboard, KeyboardProvider } from './view/keyboard.ts'
import { mouseOff } from './view/mouse.ts'
import { OptionsProvider, type TerminalOptions } from './view/options.ts'

export interface RunBoardOptions {
  /** Address of the server, such as `http://127.0.0.1:4400`. */
  url: string
  /** Token of an earlier sign-in; by default the stored session, else the sign-in form. */
  token?: string | undefined
  /** Language of this run; by default the one chosen last on the board. */
  lang?: string | undefined
  /** Company to act for, if not the user's default. */
  company?: number | undefined
  /** Stores session, language, merchants and printer; `fileStorage` protects it from other users. */
  storage: FileStorage
  /** Stores pending moves and the last known board for offline work (MOON-04), such as `folderStorage`. */
  offline?: ListedStorage | undefined
  /** Address of the printer for `openPrinter`; it prints automatically. */
  printer?: string | undefined
  /** Addresses to search for printers, for `findPrinters`. */
  scan?: readonly string[] | undefined
  /** This console's name in ticket leases; defaults to the machine's. */
  name?: string | undefined
  version?: string
  /** Draws only with ASCII characters. */
  ascii?: boolean
  /** For slow lines: one frame per second and no blinking. */
  lowBandwidth?: boolean
  /** A list of sentences instead of columns, for screen readers. */
  screenReader?: boolean
  /** Enables clicks and the wheel; the terminal then does not select text itself. */
  mouse?: boolean
  /** Columns by name or number, such as `New,Cooking,5`. */
  columns?: string | undefined
  /** A named board, saved here or in the console. */
  board?: string | undefined
  /** Starts with pairing if no one is signed in (KDS-25). */
  pair?: boolean
  /** Called with every new session, for callers that store it themselves. */
  onToken?: (token: string | undefined) => void
  log?: (message: string, error?: unknown) => void
  env?: Readonly<Record<string, string | undefined>>
}

const TOKEN = 'token'
const FRAMES_A_SECOND = 15
/** Maximum delay before the shell returns. */
const LAST_SAVE_MS = 2000

/**
 * Runs the board on this terminal until the user quits. Resolves to the exit code: 0, 1 after a crash, 2 without a
 * terminal.
 */
export async function runBoard(options: RunBoardOptions): Promise<number> {
  const { storage, url, env = process.env } = options
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    process.stderr.write('The board needs a terminal. For scripts there is: tiffin orders list\n')
    return 2
  }
  // Each frame creates megabytes of garbage. Collecting it early is cheap; by default hundreds of megabytes would
  // accumulate, on machines that are often small.
  setFlagsFromString('--optimize-for-size')
  setFlagsFromString('--semi-space-growth-factor=1')
  const dumb = env['TERM'] === 'dumb'
  const theme = createTheme({ ascii: options.ascii === true || dumb, color: !env['NO_COLOR'] && !dumb })
  // The equivalent of a browser tab's storage: the first request already concerns the right company.
  const tabStorage = memoryStorage()
  tabStorage.set('company', options.company?.toString())
  const remembering = options.lang === undefined ? storage : withLanguage(storage, options.lang)
  const ports = terminalPorts(remembering, options.log ?? (() => {}))
  const core = createCore({
    url,
    app: { name: 'tui', version: options.version ?? '0' },
    ports: {
      ...ports,
      tabStorage,
      sound: terminalBell(ports.clock, () => process.stdout.write('\u0007')),
      ...(options.offline ? { moves: options.offline, lastKnown: options.offline, drafts: folderDrafts(options.offline) } : {}),
    },
    keep: 'bearer',
    kiosk: true,
    token: options.token ?? storage.get(TOKEN),
  })
  let hasWarned = false
  storage.onError = (error) => {
    ports.log("can't write settings", error)
    if (!hasWarned) core.notices.show('warning', "Can't save settings to disk: they will be lost when you quit")
    hasWarned = true
  }
  core.client.session.subscribe((change) => {
    const token = change.type === 'signed_in' ? core.client.session.token() : undefined
    storage.set(TOKEN, token)
    options.onToken?.(token)
  })
  const paper = createPaper()
  const station = createPrintStation({
    ...core,
    console: `${options.name ?? hostname()}#${process.pid}`,
    open: (address) => openPrinter(address, { onPaper: (bytes) => paper.add(bytes) }),
    find: () => findPrinters({ scan: options.scan ?? [] }),
    raster: createRaster,
    offers: true,
    lastTickets: createLastTickets(core),
  })
  if (options.printer !== undefined) {
    station.choose(options.printer)
    station.setOn(true)
  }

  // Every component that adapts to the window listens to it; Node's warning about too many listeners would be written
  // across the screen.
  process.stdout.setMaxListeners(100)
  process.removeAllListeners('warning')
  process.on('warning', (warning) => options.log?.('a warning of Node', warning))
  const calm = options.lowBandwidth === true || options.screenReader === true
  const terminal: TerminalOptions = {
    calm,
    screenReader: options.screenReader === true,
    mouse: options.mouse === true,
    columns: options.columns,
    board: options.board,
    pair: options.pair === true,
  }
  // However the program ends, the shell must not receive mouse reports.
  if (terminal.mouse) process.once('exit', () => process.stdout.write(mouseOff))
  const releaseScreen = guardScreen({ close: () => screen.unmount(), log: ports.log })
  const keyboard = createKeyboard({
    onInactive: (key, reason) =>
      core.notices.showSentence(
        'info',
        reason === undefined ? { text: '%1 does nothing here', params: [key] } : { message: reason },
      ),
  })
  const screen = render(
    <CoreProvider core={core}>
      <ThemeProvider value={theme}>
        <OptionsProvider value={terminal}>
          <KeyboardProvider value={keyboard}>
            <ConsoleProvider value={{ station, paper }}>
              <App url={url} company={options.company} name={options.name ?? hostname()} />
            </ConsoleProvider>
          </KeyboardProvider>
        </OptionsProvider>
      </ThemeProvider>
    </CoreProvider>,
    {
      stdout: createReducedOutput(process.stdout),
      alternateScreen: true,
      exitOnCtrlC: false,
      maxFps: options.lowBandwidth === true ? 1 : FRAMES_A_SECOND,
      // It is a terminal, even if CI is set in the environment.
      interactive: true,
    },
  )
  const crash = (error: unknown): never => {
    screen.unmount()
    printCrash(error)
    process.exit(1)
  }
  process.once('uncaughtException', crash)
  process.once('unhandledRejection', crash)
  try {
    await screen.waitUntilExit()
    await saveChoices(core)
    return 0
  } catch (error) {
    printCrash(error)
    return 1
  } finally {
    process.off('uncaughtException', crash)
    process.off('unhandledRejection', crash)
    releaseScreen()
    station.stop()
    core.board.close()
  }
}

/** The latest choices may not be saved yet. */
async function saveChoices({ boardSettings, ports }: Core): Promise<void> {
  const { promise: tooLate, resolve } = Promise.withResolvers<void>()
  const cancel = ports.clock.after(LAST_SAVE_MS, resolve)
  await Promise.race([boardSettings.flush(), tooLate])
  cancel()
}

/** Printed to the previous screen, where it can be read and copied. */
function printCrash(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(
    `The board stopped because of a mistake in it. Orders and tickets are safe on the server; please report this:\n${text}\n`,
  )
}
