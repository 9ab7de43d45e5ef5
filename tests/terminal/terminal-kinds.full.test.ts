import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { insertRow, PASSWORD } from '@tiffin/server/test'
import { describe, expect, it, vi } from 'vitest'
import { fullRunOnly, sampled } from '../fixtures/full.ts'
import { boardKeys, detailedCard, names, sizes, tooSmall } from '../fixtures/terminal.ts'
import { item, openKitchen, soon } from './kitchen.ts'
import type { Pty } from './pty.ts'

const kitchen = openKitchen()
const { signedIn, status, place, statusOf } = kitchen

/** Code that runs inside the board before it starts. */
async function preload(code: string): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(kitchen.home, 'preload-'))
  const file = join(folder, 'preload.mjs')
  await writeFile(file, code)
  return { NODE_OPTIONS: `--import=${file}` }
}

const restored = (board: Pty): boolean => {
  const raw = board.raw()
  return (
    raw.lastIndexOf('\u001B[?1049l') > raw.lastIndexOf('\u001B[?1049h') &&
    raw.lastIndexOf('\u001B[?25h') > raw.lastIndexOf('\u001B[?25l')
  )
}

describe('documented parts of the board', () => {
  it('KDS-01: the help lists every key with its function, and so does the footer', async () => {
    const board = await signedIn('owner', { columns: 200, rows: 60 })
    await board.waitFor('Pre-order')
    board.press('?')
    const lines = () =>
      board.lines().map((line) =>
        line
          .trim()
          .split(/\s{2,}/)
          .join(': '),
      )
    // A screen may arrive in pieces.
    await expect.poll(lines).toEqual(expect.arrayContaining(boardKeys.map(({ keys, about }) => `${keys}: ${about}`)))
  })

  it('KDS-22 BOARD-08: a detailed card shows all of an order, a compact one the essentials', async () => {
    const { order, texts, loud, notCompact, loudCompact } = detailedCard
    await place({ ...order, cart: order.cart.map((line) => item(line.name, line)) })
    const board = await signedIn('owner', { columns: 200, rows: 60 })
    await board.waitFor('Ring twice')
    for (const text of texts) expect(board.text()).toContain(text)
    for (const text of loud) expect(board.styleOf(text)?.inverse).toBe(true)
    board.press('v')
    await board.waitFor((text) => notCompact.every((left) => !text.includes(left)))
    for (const text of loudCompact) expect(board.text()).toContain(text)
  })
})

describe('terminals of every kind', () => {
  sampled.it.each(sizes)(
    'draws no line wider and no more lines than $columns x $rows, even with a hundred orders',
    async (size) => {
      const rename = `update order_status set value = value || jsonb_build_object('en', $1::text) where order_status_id = $2`
      await kitchen.server.database.asOwner(rename, ['Donaudampfschifffahrtsgesellschaft', status(1)])
      for (let at = 1; at <= 100; at += 1)
        await place({
          ticket: at,
          order: at,
          order_status: status([1, 2, 3, 5][at % 4] ?? 2),
          cart: [item(`Dish ${at}`, { note: 'hot' })],
        })
      const board = await signedIn('owner', size)
      await board.waitFor(/▼ \d+ more/)
      expect(board.lines().length).toBe(size.rows)
      expect(board.lines()[0]).toContain('[≡] Tiffin')
      expect(board.lines().at(-1)).toContain('? Help')
      expect(board.lines().find((line) => line.includes('Donau'))).toMatch(/Donaudampf\w+… +25 +New /)
      board.press('G')
      await board.waitFor(/▲ \d+ more/)
      await kitchen.server.database.asOwner(rename, ['Pre-order', status(1)])
    },
  )

  fullRunOnly.it('KDS-05: says that it is too small, still rings, and continues once enlarged', async () => {
    await place({ acknowledged: 1 })
    const board = await signedIn('owner', { columns: 80, rows: 24 })
    await board.waitFor('#41')
    board.resize(tooSmall.columns, tooSmall.rows)
    // A screen may be read in the middle of a frame.
    await board.waitFor((text) => text.replaceAll(/\s+/g, ' ').includes('too small: 40 x 10. The board needs 48 x 14'))
    const bells = () => board.raw().split('\u0007').length
    const before = bells()
    await place({ ticket: 42, order: 2 })
    await vi.waitFor(() => expect(bells()).toBeGreaterThan(before), { timeout: 10_000 })
    board.resize(80, 24)
    await board.waitFor('#42')
    board.resize(tooSmall.columns, tooSmall.rows)
    await board.waitFor('Terminal too small')
    board.press('q')
    expect(await board.exited).toBe(0)
  })

  it('aligns columns with names in six scripts', async () => {
    const { server } = kitchen
    for (const [at, name] of names.entries()) {
      const user = await insertRow(server.database, 'user', { company: server.world.a, name, phone: `4930000${at}` })
      await place({ user, ticket: at + 1, order: at, total: '7.50', cart: [item(name)] })
    }
    const board = await signedIn('owner', { columns: 120, rows: 60 })
    await board.waitFor('#6 ')
    // The price is at the end of each card's second line: its position depends on cells, not characters.
    const ends = names.map((name) => board.endOf(`${name.split(' ')[0]}`, '7.50'))
    expect(new Set(ends).size).toBe(1)
  })

  fullRunOnly.it(
    'shows an order with two hundred lines in its share of the column, which can be read and ticked to the end',
    async () => {
      await place({ cart: Array.from({ length: 200 }, (_, at) => item(`Dish ${at + 1}`)) })
      await place({ ticket: 42, order: 2 })
      const board = await signedIn('owner', { columns: 80, rows: 24 })
      await board.waitFor(/\+19\d more/)
      await board.waitFor('#42')
      board.press('enter')
      await board.waitFor(/Lines 1 to \d+ of \d+/)
      board.press('esc')
      await board.waitFor('#42')
      board.press('i')
      await board.waitFor('0/200')
      for (let line = 0; line < 199; line += 1) board.press('j')
      await board.waitFor('► [ ] 1× Dish 200')
      board.press(' ')
      expect(await board.waitFor('[√] 1× Dish 200')).toContain('1/200')
    },
  )

  fullRunOnly.it(
    'draws at most 15 frames a second however fast keys come, and when idle one a second of less than 2 kB',
    async () => {
      for (let at = 1; at <= 30; at += 1) await place({ ticket: at, order: at, acknowledged: 1, time_finish: soon(at / 4) })
      const noted = join(kitchen.home, 'frames.txt')
      // Shorter writes are commands rather than frames, such as hiding the cursor.
      const env = await preload(`import { appendFileSync } from 'node:fs'
      const write = process.stdout.write.bind(process.stdout)
      process.stdout.write = (part, ...more) => {
        const bytes = Buffer.byteLength(part)
        if (bytes > 40) appendFileSync(${JSON.stringify(noted)}, Date.now() + ' ' + bytes + '\\n')
        return write(part, ...more)
      }`)
      const board = await signedIn('owner', { env })
      await board.waitFor('#1')
      const frames = async (from: number) =>
        (await readFile(noted, 'utf8'))
          .trim()
          .split('\n')
          .map((line) => line.split(' ').map(Number) as [at: number, bytes: number])
          .filter(([at]) => at >= from)
      const fastClockEnv = Date.now()
      for (let turn = 0; turn < 120; turn += 1) {
        board.press(turn % 8 < 4 ? 'down' : 'up')
        await pause(15)
      }
      const drawn = await frames(fastClockEnv)
      const framesPerSecond = drawn.map(([from]) => drawn.filter(([at]) => at >= from && at < from + 1000).length)
      expect(Math.max(...framesPerSecond)).toBeGreaterThan(5)
      // The first one after a pause is not delayed.
      expect(Math.max(...framesPerSecond)).toBeLessThanOrEqual(16)
      await pause(500)
      const rested = Date.now()
      await pause(4000)
      const idleFrames = await frames(rested)
      expect(idleFrames.length).toBeGreaterThanOrEqual(3)
      expect(idleFrames.length).toBeLessThanOrEqual(5)
      expect(idleFrames.reduce((sum, [, bytes]) => sum + bytes, 0) / 4).toBeLessThan(2000)
    },
  )

  it.skipIf(spawnSync('tmux', ['-V']).status !== 0)('is aligned in tmux, and follows its window size', async () => {
    await place({ acknowledged: 1 })
    const tmux = (...args: string[]) =>
      execFileSync('tmux', ['-L', `tiffin-${process.pid}`, '-f', '/dev/null', ...args], { encoding: 'utf8', stdio: 'pipe' })
    const shows = (wanted: RegExp) =>
      vi.waitFor(
        () => {
          const text = tmux('capture-pane', '-p')
          expect(text).toMatch(wanted)
          return text.split('\n')
        },
        { timeout: 10_000, interval: 100 },
      )
    const started = [process.execPath, kitchen.program, '--url', kitchen.server.url, '--storage', join(kitchen.home, 'tmux.json')]
    tmux('new-session', '-d', '-x', '80', '-y', '24', ...started)
    try {
      await shows(/Login/)
      tmux('send-keys', 'owner', 'Tab', PASSWORD, 'Enter')
      const lines = await shows(/online[^]*► #41[^]*Help/)
      expect(lines[0]).toMatch(/^\[≡\] Tiffin .*data 0:\d\d old$/)
      expect(lines.slice(0, 24).map((line) => line.length)).not.toContainEqual(81)
      tmux('resize-window', '-x', '120', '-y', '30')
      await shows(/^\[≡\] Tiffin .{90,}data 0:\d\d old\n/)
      tmux('send-keys', 'q')
      await vi.waitFor(() => expect(() => tmux('list-sessions')).toThrow(), { timeout: 10_000 })
    } finally {
      spawnSync('tmux', ['-L', `tiffin-${process.pid}`, 'kill-server'])
    }
  })

  // Over SSH a program has a pseudo terminal and TERM like this, and a slower line.
  it.each([
    ['xterm-256color', /\u001B\[[\d;]*38;5;/],
    ['screen', /\u001B\[(?:3|9)[0-7]m/],
    ['linux', /\u001B\[(?:3|9)[0-7]m/],
    ['dumb', undefined],
  ])('KDS-01: works in a terminal that calls itself %s, in the colours it has', async (term, colors) => {
    await place({ acknowledged: 1 })
    const env = { TERM: term, COLORTERM: undefined, FORCE_COLOR: undefined }
    const board = await signedIn('owner', { columns: 80, rows: 24, env })
    await board.waitFor(colors === undefined ? /> #41/ : /► #41/)
    // Status colours are approximated by the terminal's; none is a sequence that it can't read.
    expect(board.raw()).not.toContain('38;2;')
    if (colors !== undefined) expect(board.raw()).toMatch(colors)
    else {
      expect(board.raw()).not.toMatch(/\u001B\[[\d;]*(?:3|4|9|10)[0-8](?:;[\d;]*)?m/)
      expect(board.text().replaceAll('€', '')).toMatch(/^[\u0020-\u007E\n]*$/)
    }
    board.press('up', 'down', ' ')
    // Without the sign of a move unknown to the server.
    await board.waitFor(/Accepted +1[^]*#41 +[●+]/)
    board.press('q')
    await board.exited
    expect(restored(board)).toBe(true)
  })

  fullRunOnly.it('draws whole minutes and blinks nothing on a slow line', async () => {
    await place({ time_finish: soon(3.5) })
    const board = await signedIn('owner', { args: ['--low-bandwidth'] })
    await board.waitFor(/#41 \*NEW .*● 3 min/)
    const inverse = board.styleOf('► #41')?.inverse
    await place({ ticket: 42, order: 2 })
    await board.waitFor('#42')
    expect(board.styleOf('► #41')?.inverse).toBe(inverse)
    expect(board.text()).toContain('data 0:00 old')
  })

  it('reads as a list in words for screen readers', async () => {
    await place({ cart: [item('Soup', { qty: 2, note: 'no salt' })], destination_address: 'Lindenallee 3' })
    await place({ ticket: 42, order: 2, order_status: status(3), time_finish: soon(-4.5) })
    const board = await signedIn('operator', { args: ['--screen-reader'] })
    await board.waitFor('New: 1 order')
    await board.waitFor(
      /► NEW, #41 Pizzeria, (29|30) min left, Due: (\w+ \d+, )?\d\d:\d\d, 2 Soup \(Note: no salt\), Anna, (First order|\d+ orders), Lindenallee 3/,
    )
    // Its clock is that of the last full minute.
    await board.waitFor(/#42 Pizzeria, [345] min late, Due: (\w+ \d+, )?\d\d:\d\d, Anna/)
    expect(board.text()).not.toMatch(/[─│▌█]/)
    board.press('right')
    await board.waitFor('► #42')
    board.press(' ')
    await board.waitFor('Ready: 1 order')
  })

  it('KDS-17: uses the server’s clock if its own is wrong, and says by how much', async () => {
    await place({ time_finish: soon(25.5) })
    const env = await preload('const now = Date.now; Date.now = () => now() + 3 * 3_600_000')
    const board = await signedIn('owner', { env })
    await board.waitFor(/#41 .*● 25 min/)
    expect(await board.waitFor('clock off by')).toMatch(/clock off by -(2:59:\d\d|3:00:0\d)/)
  })
})

describe('keyboard input', () => {
  it('pasted garbage moves nothing, bracketed or not', async () => {
    const order = await place()
    const board = await signedIn()
    await board.waitFor('#41')
    const garbage = Array.from({ length: 5000 }, (_, at) => String.fromCharCode(33 + ((at * 7919) % 93))).join('')
    board.press(`\u001B[200~b b b\n\u001B[31m${garbage}\u001B[201~`)
    board.press(garbage)
    board.press('\u001B[?1;2c', '\u001B[999;999R', '\u001BP1$r0m\u001B\\', '\u0000\u0001\u0002')
    board.press('esc', 'esc', 'esc')
    await place({ ticket: 42, order: 2 })
    await board.waitFor('#42')
    expect(await statusOf(order)).toBe(status(2))
    board.press('/', '\u001B[200~anna\nmaria\u001B[201~')
    await board.waitFor('/anna maria')
  })

  it('restores the terminal after a crash, and says that it is a bug', async () => {
    const env = await preload(`process.on('SIGUSR2', () => setTimeout(() => { throw new Error('made up') }))`)
    await place()
    const board = await signedIn('owner', { env, args: ['--mouse'] })
    await board.waitFor('#41')
    board.kill('SIGUSR2')
    expect(await board.exited).toBe(1)
    await board.waitFor('The board stopped because of a mistake in it')
    expect(board.text()).toContain('made up')
    expect(restored(board)).toBe(true)
    expect(board.raw().lastIndexOf('\u001B[?1006l')).toBeGreaterThan(board.raw().lastIndexOf('\u001B[?1006h'))
    expect(board.raw().lastIndexOf('\u001B[?2004l')).toBeGreaterThan(board.raw().lastIndexOf('\u001B[?2004h'))
  })

  sampled.it.each(['SIGINT', 'SIGHUP', 'SIGTERM'])('restores the terminal after %s', async (signal) => {
    const board = await signedIn()
    await board.waitFor('Pre-order')
    board.kill(signal)
    await board.exited
    expect(restored(board)).toBe(true)
  })
})
