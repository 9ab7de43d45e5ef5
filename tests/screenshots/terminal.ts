import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { mock } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { PASSWORD } from '@tiffin/server/test'
import type { Browser } from 'playwright'
import { startFakePrinter } from '../fakes/fake-printer.ts'
import { bundleBoard } from '../terminal/bundle-board.ts'
import { openPty, type Pty } from '../terminal/pty.ts'
import { startDemoStage } from './demo.ts'
import { drawTerminal, themes } from './draw-terminal.ts'

interface Scene {
  name: string
  columns?: number
  rows?: number
  theme?: keyof typeof themes
  lang?: string
  /** Keys to press, and the expected text. */
  keys?: readonly string[]
  shows?: RegExp
  /** Keys to press once the server has recorded the orders as seen. */
  again?: readonly string[]
}

const scenes: readonly Scene[] = [
  { name: 'terminal-dark' },
  { name: 'terminal-light', theme: 'light' },
  { name: 'terminal-80x24', columns: 80, rows: 24 },
  { name: 'terminal-order', keys: ['right', 'enter'], shows: /Timeline/, again: ['esc', 'enter'] },
  { name: 'terminal-printers', keys: ['P', 'f'], shows: /TM-T88V.*ready/ },
  { name: 'terminal-arabic', lang: 'ar' },
]

/** A Friday evening in the future, so that no session has expired. */
const NOW = Date.parse('2035-06-15T17:42:00Z')

const RECEIPTS = `update order_receipt set shown = to_timestamp($1) - interval '2 minutes',
  acknowledged = case when acknowledged is not null then to_timestamp($1) - interval '1 minute' end`

/** A fixed port, so that it looks the same in every picture. */
const PRINTER_PORT = 9100

/** Takes pictures of the board in a terminal; the clocks of board and server are stopped at the same moment. */
export async function takeTerminals(options: {
  browser: Browser
  isChosen: (name: string) => boolean
  keep: (name: string, picture: Buffer) => void
}): Promise<void> {
  const { browser, isChosen, keep } = options
  const wanted = scenes.filter(({ name }) => isChosen(name))
  if (wanted.length === 0) return
  mock.timers.enable({ apis: ['Date'], now: NOW })
  const demo = await startDemoStage(NOW, NOW)
  const home = mkdtempSync(path.join(tmpdir(), 'tiffin-pictures-'))
  const clock = path.join(home, 'clock.mjs')
  writeFileSync(clock, `Date.now = () => ${NOW}`)
  const printer = await startFakePrinter({ port: PRINTER_PORT, names: ['EPSON', 'TM-T88V'] })
  const program = await bundleBoard()
  const page = await browser.newPage({ deviceScaleFactor: 2 })
  let board: Pty | undefined
  try {
    for (const { name, columns = 120, rows = 30, theme = 'dark', lang = 'en', keys = [], shows = /#\d+/, again = [] } of wanted) {
      const storage = path.join(home, `${name}.json`)
      writeFileSync(storage, JSON.stringify({ lang, printer: 'tcp://127.0.0.1' }))
      board = openPty(
        program.file,
        ['--url', demo.url, '--storage', storage, '--name', 'kitchen-1', '--scan', 'tcp://127.0.0.1'],
        {
          columns,
          rows,
          env: { NODE_OPTIONS: `--import=${clock}` },
        },
      )
      await board.waitFor(/[•:]/)
      board.press('owner', 'tab', PASSWORD, 'enter')
      await board.waitFor(/#\d+/, 20_000)
      board.press('n', ...keys)
      await board.waitFor(shows)
      await pause(3000)
      // The database has its own clock.
      await demo.database.asOwner(RECEIPTS, [NOW / 1000])
      for (const key of again) {
        board.press(key)
        await pause(500)
      }
      await board.waitFor(shows)
      // Notices disappear automatically.
      await pause(6000)
      await page.setContent(drawTerminal(board.cells(), themes[theme]))
      keep(name, await page.locator('body').screenshot())
      board.kill('SIGKILL')
      await board.exited
    }
  } finally {
    board?.kill('SIGKILL')
    await Promise.all([page.close(), printer.close(), program.remove()])
    await demo.stop()
    mock.timers.reset()
    rmSync(home, { recursive: true, force: true })
  }
}
