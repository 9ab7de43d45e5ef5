import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PASSWORD } from '@tiffin/server/test'
import { openPty, type Pty } from '../terminal/pty.ts'

const command = path.resolve(import.meta.dirname, '../../packages/cli/dist/tiffin.js')

export interface TerminalBoard extends Pty {
  close(): Promise<void>
}

/** `tiffin board`, as built, on a terminal of its own, after a person has signed in. */
export async function openTerminalBoard(options: { url: string; login: string; printer?: string }): Promise<TerminalBoard> {
  const home = await mkdtemp(path.join(tmpdir(), 'tiffin-journey-'))
  const printer = options.printer === undefined ? [] : ['--printer', options.printer]
  const pty = openPty(command, ['board', '--url', options.url, ...printer], {
    columns: 160,
    rows: 40,
    env: { HOME: home, XDG_STATE_HOME: path.join(home, 'state'), LANG: 'C.UTF-8' },
  })
  const close = async (): Promise<void> => {
    pty.kill('SIGKILL')
    await pty.exited
    await rm(home, { recursive: true, force: true })
  }
  try {
    await pty.waitFor('Login')
    pty.press(options.login, 'tab', PASSWORD, 'enter')
    await pty.waitFor('online')
    return { ...pty, close }
  } catch (error) {
    await close()
    throw error
  }
}
