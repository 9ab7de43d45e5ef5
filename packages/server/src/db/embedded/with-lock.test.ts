import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { addClaim } from './claims.ts'
import { processIdentity } from './process-identity.ts'
import { createTemporaryHomes } from './temporary-homes.ts'
import { withLock } from './with-lock.ts'

const homes = createTemporaryHomes()
afterEach(homes.clear)

describe('withLock', () => {
  it('admits one at a time, and all of them in the end', async () => {
    const folder = join(homes.folder(), 'lock')
    let inside = 0
    let max = 0
    const turn = () =>
      withLock(folder, async () => {
        max = Math.max(max, ++inside)
        await new Promise((resolve) => setImmediate(resolve))
        inside--
      })
    await Promise.all(Array.from({ length: 20 }, turn))
    expect(max).toBe(1)
    expect(readdirSync(folder)).toEqual([])
  })

  it('skips the claims of a dead process and of a later one with the same pid', async () => {
    const folder = join(homes.folder(), 'lock')
    const child = spawn('sleep', ['60'])
    await once(child, 'spawn')
    const identity = processIdentity(child.pid ?? 0)
    expect(identity).toMatch(/^[0-9a-f]{16}$/)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(processIdentity(child.pid ?? 0)).toBeUndefined()
    await withLock(folder, async () => {})
    for (const [name, ticket] of [
      [`${child.pid}.${identity}.aaaaaaaaaaaa`, '1'],
      [`${child.pid}.${identity}.bbbbbbbbbbbb`, ''],
      [`${process.pid}.0123456789abcdef.cccccccccccc`, '1'],
    ])
      writeFileSync(join(folder, name ?? ''), ticket ?? '')
    expect(await withLock(folder, () => Promise.resolve('mine'))).toBe('mine')
    expect(readdirSync(folder)).toEqual([])
  })

  it('waits for one that is still choosing its number, and reports it once', async () => {
    const folder = join(homes.folder(), 'lock')
    const choosing = addClaim(folder)
    let entered = false
    let waits = 0
    const { promise: queued, resolve: onWait } = Promise.withResolvers<void>()
    const turn = withLock(
      folder,
      async () => void (entered = true),
      () => {
        waits++
        onWait()
      },
    )
    await queued
    expect(entered).toBe(false)
    writeFileSync(join(folder, choosing), '99')
    await turn
    expect({ entered, waits }).toEqual({ entered: true, waits: 1 })
    expect(existsSync(join(folder, choosing))).toBe(true)
  })

  it('releases the lock if the work fails', async () => {
    const folder = join(homes.folder(), 'lock')
    await expect(withLock(folder, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await withLock(folder, () => Promise.resolve('next'))).toBe('next')
  })
})
