import { hostname } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { render } from 'ink'
import { createCore, type ListedStorage, memoryStorage } from '@tiffin/core'
import { createPrintStation } from '@tiffin/core/printing'
import { CoreProvider } from '@tiffin/core/react'
import { App } from './app.tsx'
import { createLook, LookProvider } from './look/look.ts'
import { terminalBell } from './ports/bell.ts'
import type { FileStorage } from './ports/file-storage.ts'
import { createPaper } from './ports/paper.ts'
import { guardScreen } from './ports/screen-guard.ts'
import { terminalPorts } from './ports/terminal-ports.ts'
import { createRaster, findPrinters, openPrinter } from './printing/index.ts'
import { ConsoleProvider } from './view/station.ts'
import { thrifty } from './view/frame-writer.ts'
import { createKeyboard, KeyboardProvider } from './view/keyboard.ts'
import { mouseOff } from './view/mouse.ts'
import { OptionsProvider, type TerminalOptions } from './view/options.ts'

export interface RunBoardOptions {
  /** Address of the server, such as `http://127.0.0.1:4400`. */
  url: string
  /** Session of an earlier sign-in; without it the one in the storage, else the sign-in form. */
  token?: string | undefined
  /** Company to act for, where it is not the person's default. */
  company?: number | undefined
  /** Remembers session, language, merchants and printer; `fileStorage` keeps it from other people's eyes. */
  storage: FileStorage
  /** Keeps moves under way and the last known board, for work without a network (MOON-04); `folderStorage` does. */
  offline?: ListedStorage | undefined
  /** Address of the printer, as `openPrinter` reads it; it prints by itself. */
  printer?: string | undefined
  /** Addresses at which printers are looked for, as `findPrinters` reads them. */
  scan?: readonly string[] | undefined
  /** Name of this console on tickets' leases; the machine's if left out. */
  name?: string | undefined
  version?: string
  /** Letters, signs and lines of ASCII alone. */
  ascii?: boolean
  /** For slow lines: one frame a second, and nothing blinks. */
  lowBandwidth?: boolean
  /** A list in words in place of columns, for people who listen to it. */
  screenReader?: boolean
  /** Presses and the wheel; the terminal then no longer marks text by itself. */
  mouse?: boolean
  /** Columns by names or numbers, such as `New,Cooking,5`. */
  columns?: string | undefined
  /** A board that was saved on this device under a name. */
  board?: string | undefined
  /** Begin with pairing where nobody is signed in (KDS-25). */
  pair?: boolean
  /** Hears of every new session, for callers that keep it themselves. */
  onToken?: (token: string | undefined) => void
  log?: (message: string, error?: unknown) => void
  env?: Readonly<Record<string, string | undefined>>
}

const TOKEN = 'token'
const FRAMES_A_SECOND = 15

/** Runs the board on this terminal until the person quits; the answer is the exit code: 0, 1 after a crash, 2 without a terminal. */
export async function runBoard(options: RunBoardOptions): Promise<number> {
  const { storage, url, env = process.env } = options
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    process.stderr.write('The board needs a terminal. For scripts there is: tiffin orders list\n')
    return 2
  }
  // Each frame leaves megabytes behind. Collected early they cost little, while the usual heap lets hundreds of megabytes
  // gather first, on machines that are often small.
  setFlagsFromString('--optimize-for-size')
  setFlagsFromString('--semi-space-growth-factor=1')
  const dumb = env['TERM'] === 'dumb'
  const look = createLook({ ascii: options.ascii === true || dumb, color: !env['NO_COLOR'] && !dumb })
  // What a browser tab keeps: the first question to the server is already about the right company.
  const tabStorage = memoryStorage()
  tabStorage.set('company', options.company?.toString())
  const ports = terminalPorts(storage, options.log ?? (() => {}))
  const core = createCore({
    url,
    app: { name: 'tui', version: options.version ?? '0' },
    ports: {
      ...ports,
      tabStorage,
      sound: terminalBell(ports.clock, () => process.stdout.write('\u0007')),
      ...(options.offline ? { moves: options.offline, lastKnown: options.offline } : {}),
    },
    keep: 'bearer',
    kiosk: true,
    token: options.token ?? storage.get(TOKEN),
  })
  let isTold = false
  storage.onError = (error) => {
    ports.log('settings cannot be written', error)
    if (!isTold) core.notices.show('warning', "Can't save settings to disk: they will be lost when you quit")
    isTold = true
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
  })
  if (options.printer !== undefined) {
    station.choose(options.printer)
    station.setOn(true)
  }

  // Every part that fits itself to the window listens to it; a warning of Node's about their number, or any other, would be
  // written across the screen.
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
  // However the program ends, the shell behind it must not hear of the mouse.
  if (terminal.mouse) process.once('exit', () => process.stdout.write(mouseOff))
  const releaseScreen = guardScreen({ close: () => screen.unmount(), log: ports.log })
  const keyboard = createKeyboard({
    onInactive: (key, reason) =>
      core.notices.tell('info', reason === undefined ? { text: '%1 does nothing here', params: [key] } : { message: reason }),
  })
  const screen = render(
    <CoreProvider core={core}>
      <LookProvider value={look}>
        <OptionsProvider value={terminal}>
          <KeyboardProvider value={keyboard}>
            <ConsoleProvider value={{ station, paper }}>
              <App url={url} company={options.company} name={options.name ?? hostname()} />
            </ConsoleProvider>
          </KeyboardProvider>
        </OptionsProvider>
      </LookProvider>
    </CoreProvider>,
    {
      stdout: thrifty(process.stdout),
      alternateScreen: true,
      exitOnCtrlC: false,
      maxFps: options.lowBandwidth === true ? 1 : FRAMES_A_SECOND,
      // It is a terminal; that CI is in the environment as well must not take it away.
      interactive: true,
    },
  )
  const crash = (error: unknown): never => {
    screen.unmount()
    tellCrash(error)
    process.exit(1)
  }
  process.once('uncaughtException', crash)
  process.once('unhandledRejection', crash)
  try {
    await screen.waitUntilExit()
    return 0
  } catch (error) {
    tellCrash(error)
    return 1
  } finally {
    process.off('uncaughtException', crash)
    process.off('unhandledRejection', crash)
    releaseScreen()
    station.stop()
    core.board.close()
  }
}

/** On the terminal that was there before, where it can be read and copied. */
function tellCrash(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(
    `The board stopped because of a mistake in it. Orders and tickets are safe on the server; please report this:\n${text}\n`,
  )
}
