import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withLock } from './lock.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tiffin-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const deadProcess = () => spawnSync(process.execPath, ['-e', '0']).pid

describe('withLock', () => {
  it('makes the second caller wait for the first and tells it once who holds the lock', async () => {
    const order = []
    const holders = []
    let releaseFirst
    const first = withLock(
      folder,
      'build',
      () => {},
      () => new Promise((resolve) => (releaseFirst = resolve)).then(() => order.push('first')),
    )
    const second = withLock(
      folder,
      'build',
      (pid) => {
        holders.push(pid)
        releaseFirst()
      },
      () => order.push('second'),
    )
    await Promise.all([first, second])
    expect({ order, holders }).toEqual({ order: ['first', 'second'], holders: [process.pid] })
    expect(readdirSync(folder)).toEqual([])
  })

  it('takes over the lock of a dead process', async () => {
    writeFileSync(path.join(folder, 'build.lock'), String(deadProcess()))
    await expect(
      withLock(
        folder,
        'build',
        () => {},
        () => 'done',
      ),
    ).resolves.toBe('done')
    expect(existsSync(path.join(folder, 'build.lock'))).toBe(false)
  })

  it('takes over even if another process died while clearing the lock', async () => {
    writeFileSync(path.join(folder, 'build.lock'), String(deadProcess()))
    writeFileSync(path.join(folder, 'build.lock.clearing'), String(deadProcess()))
    await expect(
      withLock(
        folder,
        'build',
        () => {},
        () => 'done',
      ),
    ).resolves.toBe('done')
  })

  it('releases the lock if the work fails', async () => {
    await expect(
      withLock(
        folder,
        'build',
        () => {},
        () => Promise.reject(new Error('broken')),
      ),
    ).rejects.toThrow('broken')
    expect(readdirSync(folder)).toEqual([])
  })
})
