import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PASSWORD } from '@tiffin/server/test'
import { openPty, type Pty } from '../terminal/pty.ts'

const command = path.resolve(import.meta.dirname, '../../packages/cli/dist/tiffin.js')

export interface TerminalBoard extends Pty {
  close(): Promise<void>
}

/** Runs the built `tiffin board` in a separate terminal, until `begin` resolves. */
async function open<T>(args: readonly string[], begin: (pty: Pty) => Promise<T>): Promise<TerminalBoard & { begun: T }> {
  const home = await mkdtemp(path.join(tmpdir(), 'tiffin-journey-'))
  const pty = openPty(command, ['board', ...args], {
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
    return { ...pty, close, begun: await begin(pty) }
  } catch (error) {
    await close()
    throw error
  }
}

/** A board with a signed-in user. */
export function openTerminalBoard(options: {
  url: string
  login: string
  printer?: string
  name?: string
}): Promise<TerminalBoard> {
  const printer = options.printer === undefined ? [] : ['--printer', options.printer]
  const name = options.name === undefined ? [] : ['--name', options.name]
  return open(['--url', options.url, ...printer, ...name], async (pty) => {
    await pty.waitFor('Login')
    pty.press(options.login, 'tab', PASSWORD, 'enter')
    await pty.waitFor('online')
  })
}

const CODE = /((?:[A-Z2-9] ){4}- (?:[A-Z2-9] ){3}[A-Z2-9])/

/** A board waiting to be paired, and the code it shows. */
export async function openPairing(options: { url: string; name: string }): Promise<TerminalBoard & { code: string }> {
  const board = await open(['--pair', '--name', options.name, '--url', options.url], (pty) => pty.waitFor(CODE))
  return { ...board, code: (CODE.exec(board.begun)?.[1] ?? '').replaceAll(' ', '') }
}
