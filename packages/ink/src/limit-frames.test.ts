import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limitFrames } from './limit-frames.js'

const INTERVAL = 100

describe('the frame limit', () => {
  let drawn: number[] = []
  const draw = () => void drawn.push(performance.now())

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    vi.advanceTimersByTime(1000)
    drawn = []
  })
  afterEach(() => void vi.useRealTimers())

  /** Requests a frame every 10 ms for a second; the times of the frames since its start. */
  function requested(spare: number): number[] {
    const start = performance.now()
    const limited = limitFrames(draw, INTERVAL, spare)
    for (let time = 0; time < 1000; time += 10) {
      limited()
      vi.advanceTimersByTime(10)
    }
    limited.cancel()
    return drawn.map((time) => time - start)
  }

  it('draws at once, then one frame per interval', () => {
    expect(requested(0)).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000])
  })

  it('draws one spare frame at once, and no more than that', () => {
    expect(requested(INTERVAL)).toEqual(
      [0, 0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000].map((time, at) => (at === 1 ? 10 : time)),
    )
  })

  it('draws a key right behind a clock tick without delay, each second', () => {
    const limited = limitFrames(draw, INTERVAL, INTERVAL)
    for (let second = 0; second < 3; second += 1) {
      limited()
      vi.advanceTimersByTime(5)
      limited()
      expect(drawn).toHaveLength(2 * (second + 1))
      vi.advanceTimersByTime(995)
    }
  })

  it('draws the last request after the wait', () => {
    const limited = limitFrames(draw, INTERVAL, 0)
    limited()
    limited()
    expect(drawn).toHaveLength(1)
    vi.advanceTimersByTime(INTERVAL)
    expect(drawn).toHaveLength(2)
    vi.advanceTimersByTime(10 * INTERVAL)
    expect(drawn).toHaveLength(2)
  })

  it('draws a waiting frame when flushed, drops it when cancelled, and draws nothing without a waiting frame', () => {
    const limited = limitFrames(draw, INTERVAL, 0)
    limited.flush()
    expect(drawn).toHaveLength(0)
    limited()
    limited()
    limited.flush()
    expect(drawn).toHaveLength(2)
    limited()
    limited.cancel()
    vi.advanceTimersByTime(10 * INTERVAL)
    expect(drawn).toHaveLength(2)
  })
})
