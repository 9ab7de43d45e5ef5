import { describe, expect, it } from 'vitest'
import { capture } from './capture.mjs'

const node = (code, watch) => capture(process.execPath, ['-e', code], {}, watch)

describe('capture', () => {
  it('returns the exit code and the output of both streams', async () => {
    const { code, output } = await node("console.log('out'); console.error('err'); process.exitCode = 3")
    expect({ code, said: output.trim().split('\n').sort() }).toEqual({ code: 3, said: ['err', 'out'] })
  })

  it('returns 127 for a program that does not exist', async () => {
    expect(await capture('/nowhere/program', [], {})).toMatchObject({ code: 127, output: expect.stringContaining('ENOENT') })
  })

  it('ends a program that makes no progress but keeps printing', async () => {
    const watch = { onLine: (line) => line === 'progress', patience: 300 }
    const { code, output } = await node("setInterval(() => console.log('retry'), 20)", watch)
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('operation timed out: no progress for 0.3 s') })
  })
})
