import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepRunning } from './keep-running.ts'
import { createTemporaryHomes, postmasterPid, query, signalServer } from './temporary-homes.ts'
import { fullRunOnly } from '#server/test/full'

describe('keepRunning', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('retries with growing delays while the start fails or does not last, and quickly after a lasting run', async () => {
    const starts: number[] = []
    const warn = vi.fn()
    let isUp = false
    let works = false
    const begin = Date.now()
    const stop = keepRunning({
      isRunning: () => isUp,
      restart: async () => {
        starts.push(Date.now() - begin)
        if (!works) throw new Error('No space left on device')
        isUp = true
      },
      warn,
    })
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    const pauses = starts.slice(1).map((at, index) => at - (starts[index] ?? 0))
    expect(pauses.slice(0, 7)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000])
    expect(new Set(pauses.slice(7))).toEqual(new Set([60_000]))
    expect(warn).toHaveBeenCalledWith('No space left on device')

    works = true
    await vi.advanceTimersByTimeAsync(130_000)
    expect(isUp).toBe(true)
    starts.length = 0
    const killed = Date.now() - begin
    isUp = false
    await vi.advanceTimersByTimeAsync(500)
    expect(starts.map((at) => at - killed <= 500)).toEqual([true])
    await stop()
    isUp = false
    await vi.advanceTimersByTimeAsync(600_000)
    expect(starts).toHaveLength(1)
  })
})

fullRunOnly.describe('supervised embedded PostgreSQL', () => {
  const homes = createTemporaryHomes()
  afterEach(homes.clear)
  afterAll(homes.end)

  it('restarts at the same address after kill -9, and stops when told to', async () => {
    const home = await homes.usedHome()
    const warnings: string[] = []
    const server = await homes.start(home, { supervise: (line) => warnings.push(line) })
    const previous = postmasterPid(home)
    signalServer(home, 'SIGKILL')
    const isUp = () =>
      query<{ up: number }>(server.adminUrl, 'select 1 as up').then(
        (rows) => rows,
        () => [],
      )
    await expect.poll(() => postmasterPid(home) !== previous && isUp(), { timeout: 15_000 }).toEqual([{ up: 1 }])
    expect(warnings).toEqual(['The database has ended by itself; starting it again.'])
    await server.stop()
    expect(await isUp()).toEqual([])
  }, 30_000)
})
