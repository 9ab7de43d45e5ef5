import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DOUBLE_PRESS_MS } from '@tiffin/core'
import { addAuthenticator, PASSWORD } from '@tiffin/server/test'
import { describe, expect, it } from 'vitest'
import { openKitchen } from './kitchen.ts'
import { openPty } from './pty.ts'
import { fullRunOnly } from '../fixtures/full.ts'

const kitchen = openKitchen()
const { open, signedIn, place } = kitchen

describe('start', () => {
  it("SHELL-06 SHELL-07: says that the server can't be reached, and retries by key", async () => {
    const board = open({ url: 'http://127.0.0.1:9' })
    await board.waitFor("Can't reach the server")
    await board.waitFor(/r Retry/)
    const before = board.raw().length
    board.press('r')
    await board.waitFor(() => board.raw().length > before)
    await board.waitFor("Can't reach the server")
    board.press('q')
    expect(await board.exited).toBe(0)
  })

  it.runIf(process.platform === 'linux')('uses one memory arena, in the process that was started', async () => {
    const main = resolve(import.meta.dirname, '../../packages/cli/src/main.ts')
    const env = { HOME: kitchen.home, MALLOC_ARENA_MAX: undefined }
    const board = openPty(main, ['board', '--url', kitchen.server.url], { env })
    await board.waitFor('Login')
    expect((await readFile(`/proc/${board.pid}/environ`, 'utf8')).split('\0')).toContain('MALLOC_ARENA_MAX=1')
    board.kill('SIGKILL')
    await board.exited
  })

  it('masks the password, explains why it was refused, and forgets it', async () => {
    const board = open()
    await board.waitFor('Login')
    board.press('owner', 'tab', 'wrong-secret')
    await board.waitFor('•'.repeat(12))
    expect(board.raw()).not.toContain('wrong-secret')
    board.press('enter')
    await board.waitFor('Wrong login or password')
    await board.waitFor((text) => !text.includes('•'))
  })

  it('asks for the second factor after the password', async () => {
    const { recovery } = await addAuthenticator(kitchen.server, 'owner')
    try {
      const board = open()
      await board.waitFor('Login')
      board.press('owner', 'tab', PASSWORD, 'enter')
      await board.waitFor('Two-step sign-in')
      board.press('000000', 'enter')
      await board.waitFor('The code is incorrect or has expired')
      board.press(recovery[0] as string, 'enter')
      await board.waitFor('online')
      await kitchen.server.database.asOwner('update company set owner_second_factor = 1')
      await kitchen.server.database.asOwner('delete from second_factor')
      board.press('R')
      expect(await board.waitFor('Set up two-step sign-in to continue')).toContain('tiffin login')
    } finally {
      await kitchen.server.database.asOwner('update company set owner_second_factor = 0')
      await kitchen.server.database.asOwner('delete from second_factor')
    }
  })

  it('stores the session in a file that only its owner can read, and restarts without a password', async () => {
    const storage = join(kitchen.home, 'kept.json')
    const first = await signedIn('owner', { storage })
    first.press('q')
    expect(await first.exited).toBe(0)
    expect((await stat(storage)).mode & 0o077).toBe(0)
    const second = open({ storage })
    await second.waitFor('online')
    expect(second.raw()).not.toContain('Password')
  })

  fullRunOnly.it('returns to the form after signing out, and with the reason when the session was ended', async () => {
    const board = await signedIn()
    board.press('X')
    await board.waitFor('[y/N]')
    board.press('y')
    await board.waitFor('Login')
    board.press('owner', 'tab', PASSWORD, 'enter')
    await board.waitFor('online')
    await kitchen.server.database.asOwner('delete from session')
    board.press('R')
    expect(await board.waitFor(/Session timeout|Sign in to continue/)).toContain('Login')
  })

  it('AUTH-10: says why it asks to sign in again when the session was ended elsewhere', async () => {
    const board = await signedIn()
    await kitchen.server.call('Auth', 'SignOut', { everywhere: true }, { token: await kitchen.server.signIn('owner') })
    expect(await board.waitFor(/Session timeout|Sign in to continue/)).toContain('Login')
  })

  it('COMP-16 COMP-17: a platform administrator without a company chooses one first, and another by key', async () => {
    await place({ ticket: 91 })
    const board = open()
    await board.waitFor('Login')
    board.press('platform', 'tab', PASSWORD, 'enter')
    await board.waitFor('Choose a company')
    await board.waitFor('Alpha')
    // The key that signed in must not count twice.
    await pause(DOUBLE_PRESS_MS)
    board.press('enter')
    await board.waitFor('#91')
    board.press('C')
    await board.waitFor(/Alpha .*selected/)
    board.press('j', 'enter')
    expect(await board.waitFor('Beta ·')).not.toContain('#91')
    await kitchen.server.database.asOwner(`update admin set company = null where login = 'platform'`)
  })

  fullRunOnly.it('COMP-16: if companies can’t be read, says why, and retries automatically', async () => {
    await kitchen.server.database.asOwner('alter table company rename column logo to logo_away')
    const board = open()
    await board.waitFor('Login')
    board.press('platform', 'tab', PASSWORD, 'enter')
    await board.waitFor('Choose a company')
    await board.waitFor('Server error')
    await kitchen.server.database.asOwner('alter table company rename column logo_away to logo')
    expect(await board.waitFor('Alpha')).not.toContain('Server error')
  })
})
