import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openPty, type Pty, type PtyOptions } from '../terminal/pty.ts'
import type { World } from './world.ts'

const command = path.resolve(import.meta.dirname, '..', '..', 'packages/cli/dist/tiffin.js')

/** A separate home folder for boards. */
export function makeHome(): { path: string; remove(): void } {
  const home = mkdtempSync(path.join(tmpdir(), 'tiffin-bench-board-'))
  return { path: home, remove: () => rmSync(home, { recursive: true, force: true }) }
}

/** The shipped terminal board with this home folder. Without a token in `env`, the home decides whether it is signed in. */
export function openBoardAt(home: string, options: PtyOptions, args: readonly string[] = []): Pty {
  const own = { HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, LANG: 'en_US.UTF-8', NODE_ENV: 'production' }
  return openPty(command, ['board', ...args], { columns: 200, rows: 60, ...options, env: { ...own, ...options.env } })
}

/** The shipped terminal board, signed in, with its own home folder. */
export function openBoard(world: World, options: PtyOptions = {}, args: readonly string[] = []): Pty & { remove(): void } {
  const home = makeHome()
  const env = {
    TIFFIN_URL: world.url,
    TIFFIN_TOKEN: world.owner.token,
    TIFFIN_COMPANY: String(world.owner.company),
    ...options.env,
  }
  return { ...openBoardAt(home.path, { ...options, env }, args), remove: home.remove }
}
