import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DOUBLE_PRESS_MS } from '@tiffin/core'
import { insertOrder, PASSWORD, startTestServer } from '@tiffin/server/test'
import { expect } from 'vitest'
import { startNetwork } from '../fakes/cuttable-network.ts'
import { bundleBoard } from '../terminal/bundle-board.ts'
import { openPty, type Pty } from '../terminal/pty.ts'

interface Row {
  order_id: number
  order_status: number
  revision: number
}

/**
 * Disconnects a terminal, moves orders, kills it during the last move and restarts it offline, several times.
 * Then reconnects it and compares the orders with the moves that were on disk.
 */
export async function killOfflineTerminal({ kills }: { kills: number }): Promise<{ moved: number }> {
  const [network, program, home] = await Promise.all([
    startNetwork(),
    bundleBoard(),
    mkdtemp(path.join(tmpdir(), 'tiffin-offline-')),
  ])
  const server = await startTestServer({ TIFFIN_PUBLIC_URL: network.url })
  network.setTarget(server.url)
  const { world, database } = server
  const [from, to] = [world.statuses[2] as number, world.statuses[3] as number]
  const storage = path.join(home, 'board.json')
  const kept = async (kind: string) =>
    (await readdir(`${storage}.offline`)).filter((name) => name.startsWith(kind) && name.endsWith('.json'))
  let terminal: Pty | undefined

  function open(): Pty {
    terminal = openPty(program.file, ['--url', network.url, '--storage', storage], { columns: 150, rows: 40 })
    return terminal
  }
  async function kill(): Promise<void> {
    terminal?.kill('SIGKILL')
    await terminal?.exited
  }
  const waiting = (moves: number) => `the board may be out of date, ${moves} ${moves === 1 ? 'move' : 'moves'} waiting`

  try {
    for (let ticket = 1; ticket <= kills * 3 + 2; ticket += 1) {
      // oxlint-disable-next-line no-await-in-loop -- in the order of their numbers
      await insertOrder(database, world, { ticket, time_create: new Date().toISOString() })
    }
    const first = open()
    await first.waitFor('Login')
    first.press('owner', 'tab', PASSWORD, 'enter')
    await first.waitFor('online', 30_000)
    await expect.poll(() => kept(`board.${world.a}.${world.ownerA}`), { timeout: 20_000 }).toHaveLength(1)
    await network.cut()
    await first.waitFor('the board may be out of date')

    for (let round = 0; round < kills; round += 1) {
      const before = (await kept('move.')).length
      if (before > 0) await terminal?.waitFor(waiting(before), 30_000)
      for (const more of [1, 2]) {
        terminal?.press('b')
        await terminal?.waitFor(waiting(before + more))
        await pause(DOUBLE_PRESS_MS)
      }
      // Not awaited: this move is either on disk or was never made.
      terminal?.press('b')
      await kill()
      expect([2, 3]).toContain((await kept('move.')).length - before)
      await open().waitFor('the board may be out of date', 30_000)
      await terminal?.waitFor(/data \S+ old/)
    }

    const moves = (await kept('move.')).length
    await terminal?.waitFor(waiting(moves))
    await network.restore()
    await terminal?.waitFor('online', 30_000)
    await expect.poll(() => kept('move.'), { timeout: 30_000 }).toEqual([])
    await terminal?.waitFor((text) => !text.includes('moves wait'))
    expect(await kept('tray.')).toEqual([])

    const rows = await database.asOwner<Row>(
      'select order_id, order_status, revision::int as revision from "order" order by order_id',
    )
    const moved = rows.filter(({ order_status }) => order_status === to)
    expect(moved.length).toBe(moves)
    expect(moved.map(({ revision }) => revision)).toEqual(moved.map(() => 2))
    expect(rows.filter(({ order_status }) => order_status !== to)).toEqual(
      rows.filter(({ order_status, revision }) => order_status === from && revision === 1),
    )
    const changes = await database.asOwner<{ count: number }>(
      'select count(distinct intent)::int as count from change where intent is not null',
    )
    expect(changes).toEqual([{ count: moves }])
    return { moved: moved.length }
  } finally {
    await kill()
    await Promise.all([network.close(), program.remove(), server.stop()])
    await rm(home, { recursive: true, force: true })
  }
}
