import { readFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect } from 'vitest'
import { sampled } from '../fixtures/full.ts'
import { openKitchen } from './kitchen.ts'
import { openProgram, type Pty } from './pty.ts'

const kitchen = openKitchen()
const shells: Pty[] = []
afterEach(async () => {
  for (const shell of shells.splice(0)) {
    shell.kill('SIGKILL')
    await shell.exited
  }
})

/** A shell that runs the board, then prints its exit code and the terminal settings. */
async function openShell(): Promise<Pty> {
  const board = [process.execPath, kitchen.program, '--url', kitchen.server.url, '--storage', join(kitchen.home, 'killed.json')]
  const script = `echo before; ${board.join(' ')} --mouse; code=$?; sleep 1; echo "ended with $code"; stty -a; cat`
  const shell = openProgram('/bin/sh', ['-c', script], { columns: 100, rows: 30 })
  shells.push(shell)
  await shell.waitFor('Password')
  expect(shell.text()).not.toContain('before')
  return shell
}

const childOf = async (pid: number): Promise<number> =>
  Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim())

const isLast = (raw: string, on: string, off: string): boolean =>
  raw.lastIndexOf(`\u001B[?${off}`) > raw.lastIndexOf(`\u001B[?${on}`)

sampled.it.each(['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGKILL', 'SIGSEGV'] as const)(
  'a board ended by %s restores the screen, the cursor and the terminal settings',
  async (signal) => {
    const shell = await openShell()
    process.kill(await childOf(shell.pid), signal)
    await shell.waitFor(`ended with ${128 + constants.signals[signal]}`)
    const text = await shell.waitFor(/ echo /)
    expect(text).toContain('before')
    expect(text).toMatch(/(^|\s)icanon/)
    expect(text).toMatch(/(^|\s)isig/)
    const raw = shell.raw()
    expect([isLast(raw, '1049h', '1049l'), isLast(raw, '25l', '25h'), isLast(raw, '1000h', '1000l')]).toEqual([true, true, true])
  },
)
