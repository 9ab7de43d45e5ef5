import { describe, expect, it } from 'vitest'
import { endOfScan } from './image-end.ts'

const SIZE = 15_000_000

/** A scan of repeated bytes, up to the end of the picture. */
function scanOf(...bytes: number[]): Buffer {
  const scan = Buffer.alloc(SIZE, Buffer.from(bytes))
  scan.writeUInt16BE(0xffd9, SIZE - 2)
  return scan
}

/** The shortest of several runs, since other processes may interrupt one. */
function fastest(scan: Buffer): number {
  const times = [1, 2, 3, 4].map(() => {
    const start = performance.now()
    expect(endOfScan(scan, 0)).toBe(SIZE - 2)
    return performance.now() - start
  })
  return Math.min(...times)
}

describe('JPEG scan', () => {
  it.each([
    ['escaped bytes', [0xff, 0]],
    ['padding', [0xff, 0xff]],
    ['restart markers', [0xff, 0xd0]],
  ])('is searched as fast if it is nothing but %s', (_what, bytes) => {
    expect(fastest(scanOf(...bytes))).toBeLessThan(10 * fastest(scanOf(1, 2)))
  })

  it.each([
    ['data without a marker', [1, 2, 3]],
    ['a marker that is cut off', [1, 0xff]],
  ])('has no end in %s', (_what, bytes) => {
    expect(endOfScan(Buffer.from(bytes), 0)).toBeNaN()
  })
})
