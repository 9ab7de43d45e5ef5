import { spawnSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startNetwork } from '../fakes/cuttable-network.ts'
import { openKitchen } from './kitchen.ts'
import type { Pty } from './pty.ts'
import { fullRunOnly } from '../fixtures/full.ts'

const kitchen = openKitchen()
const { open, signedIn, place } = kitchen

const codeOn = (board: Pty): string =>
  /((?:[A-Z2-9] ){4}- (?:[A-Z2-9] ){3}[A-Z2-9])/.exec(board.text())?.[1]?.replaceAll(' ', '') ?? ''

async function confirm(code: string, merchants: readonly number[]): Promise<void> {
  const { server } = kitchen
  await server.call('Device', 'confirm', { code, name: 'Grill', merchants }, { token: await server.signIn('owner') })
}

describe('kitchen device', () => {
  it('KDS-25: shows a code and its QR code, is confirmed by an owner, sees only its merchants, and returns after a power cut', async () => {
    const { server } = kitchen
    const [mine, other] = server.world.merchants
    await place({ ticket: 61, merchant: mine })
    await place({ ticket: 62, merchant: other })
    const storage = `${kitchen.home}/device.json`
    const board = open({ args: ['--pair', '--name', 'grill-1'], storage })
    await board.waitFor('Pair this device')
    await board.waitFor(/([A-Z2-9] ){4}- /)
    await board.waitFor(/[▄▀█]{5}/)
    const code = codeOn(board)
    board.kill('SIGKILL')
    await board.exited
    // A power cut in between does not cost the code.
    const second = open({ args: ['--pair', '--name', 'grill-1'], storage })
    await second.waitFor(/([A-Z2-9] ){4}- /)
    expect(codeOn(second)).toBe(code)
    await confirm(code, [mine])
    await second.waitFor('#61')
    expect(second.text()).not.toContain('#62')
    // It has no settings on the server, so it keeps its boards itself.
    second.press('B')
    await second.waitFor('Save this board as…')
    second.press('j', 'j', 'enter')
    await second.waitFor('Board name, for example its location')
    second.press('grill', 'enter')
    await second.waitFor('Saved boards updated')
    second.kill('SIGKILL')
    await second.exited
    const back = open({ args: ['--pair'], storage })
    await back.waitFor('online')
    await back.waitFor('#61')
    expect(back.raw()).not.toContain('Pair this device')
    back.press('B')
    await back.waitFor(/► grill/)
    back.press('esc')
    // Revoked by the office, it tells the user and shows a code again.
    await server.database.asOwner('update device set revoked = 1')
    await server.database.asOwner('delete from session where device is not null')
    back.press('R')
    await back.waitFor('Pair this device')
    await back.waitFor("An owner revoked this device's access")
  })

  fullRunOnly.it('KDS-25: the systemd unit of the docs starts pairing, and has the same code after a crash', async () => {
    const docs = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'operating.md'), 'utf8')
    const unit = /^\[Unit\][^]*?(?=^```)/m.exec(docs)?.[0] ?? ''
    expect(unit).toMatch(/^Restart=always$/m)
    const args = /^ExecStart=\/usr\/local\/bin\/tiffin board (.*)$/m.exec(unit)?.[1]?.split(' ') ?? []
    const env = Object.fromEntries(
      (/^Environment=(.*)$/m.exec(unit)?.[1] ?? '').split(' ').map((item) => item.split('=') as [string, string]),
    )
    expect(Object.keys(env)).toEqual(['TIFFIN_URL', 'TERM', 'LANG'])
    const storage = `${kitchen.home}/unit.json`
    const first = open({ args, env, storage })
    await first.waitFor(/([A-Z2-9] ){4}- /)
    const code = codeOn(first)
    first.kill('SIGKILL')
    await first.exited
    const second = open({ args, env, storage })
    await second.waitFor(/([A-Z2-9] ){4}- /)
    expect(codeOn(second)).toBe(code)
    const file = join(kitchen.home, 'tiffin-board.service')
    await writeFile(file, unit.replace('/usr/local/bin/tiffin', process.execPath))
    const checked = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    // Without systemd, it can't be checked.
    if (checked.error === undefined) expect(checked).toMatchObject({ status: 0, stderr: '' })
  })

  it('KDS-25: signs in with a password instead, and gets another code by key', async () => {
    const board = open({ args: ['--pair'] })
    await board.waitFor(/([A-Z2-9] ){4}- /)
    const code = codeOn(board)
    board.press('r')
    await board.waitFor(() => codeOn(board) !== '' && codeOn(board) !== code)
    board.press('p')
    expect(await board.waitFor('Password')).not.toContain(code)
  })

  fullRunOnly.it('KDS-25 SHELL-06: starts before the server, and continues once it is there', async () => {
    await place()
    const network = await startNetwork()
    const server = await kitchen.server.another({ TIFFIN_PUBLIC_URL: network.url })
    network.setTarget(server.url)
    const storage = `${kitchen.home}/early.json`
    const first = await signedIn('owner', { storage, url: network.url })
    await first.waitFor('#41')
    // A board's data is written a little later.
    await expect
      .poll(() => readdir(`${storage}.offline`).catch(() => []), { timeout: 30_000 })
      .toContainEqual(expect.stringMatching(/^board\..+\.json$/))
    first.press('q')
    await first.exited
    await network.cut()
    const known = open({ url: network.url, storage })
    const unknown = open({ url: network.url })
    await known.waitFor(/Can't reach the server|Offline/)
    await unknown.waitFor('Retrying automatically.')
    await network.restore()
    await known.waitFor('online', 20_000)
    await known.waitFor('#41')
    expect(await unknown.waitFor('Login', 20_000)).not.toContain("Can't reach")
    for (const board of [known, unknown]) {
      board.kill('SIGKILL')
      await board.exited
    }
    await network.close()
  })
})
