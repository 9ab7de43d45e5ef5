import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openPty, type Pty, type PtyOptions } from '../terminal/pty.ts'
import type { World } from './world.ts'

const command = path.resolve(import.meta.dirname, '..', '..', 'packages/cli/dist/tiffin.js')

/** The shipped terminal board, signed in, with a home of its own. */
export function openBoard(world: World, options: PtyOptions = {}, args: readonly string[] = []): Pty & { remove(): void } {
  const home = mkdtempSync(path.join(tmpdir(), 'tiffin-bench-board-'))
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_STATE_HOME: home,
    TIFFIN_URL: world.url,
    TIFFIN_TOKEN: world.owner.token,
    TIFFIN_COMPANY: String(world.owner.company),
    LANG: 'en_US.UTF-8',
    NODE_ENV: 'production',
    ...options.env,
  }
  return {
    ...openPty(command, ['board', ...args], { columns: 200, rows: 60, ...options, env }),
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
