import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { earlyPart, isLoadError, lazyPart, LOAD_MS, loadPart } from './load-part.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const codeOf = (loading: Promise<unknown>) =>
  loading.then(
    () => 'loaded',
    (error: unknown) => (isLoadError(error) ? error.code : error),
  )

it('ERR-11: a page that has not come after 120 s is an error', async () => {
  const code = codeOf(loadPart(() => new Promise(() => {})))
  await vi.advanceTimersByTimeAsync(119_999)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await code).toBe('chunk_timeout')
  expect(LOAD_MS).toBe(120_000)
})

const refused = (message: string) => codeOf(loadPart(() => Promise.reject(new Error(message))))

it('ERR-11: a chunk that is missing or does not load is an error', async () => {
  expect(await refused('Failed to fetch dynamically imported module: /assets/a.js')).toBe('chunk_failed')
})

it('ERR-12: a style that does not load has a code of its own', async () => {
  expect(await refused('Unable to preload CSS for /assets/a.css')).toBe('style_failed')
})

it('hands on what has come, and leaves no timer behind', async () => {
  expect(await loadPart(() => Promise.resolve(7))).toBe(7)
  expect(vi.getTimerCount()).toBe(0)
})

it.each([
  ['has come is drawn at once, since what stands in for it would stay for 300 ms', true, 'here'],
  ['has not come is waited for', false, 'waiting'],
])('SHELL-04: a part that %s', async (_, come, shown) => {
  const part = come ? Promise.resolve({ Shown: () => 'here' }) : new Promise<{ Shown: () => string }>(() => {})
  const Early = earlyPart(part, ({ Shown }) => Shown)
  await Promise.resolve()
  expect(renderToString(createElement(Suspense, { fallback: 'waiting' }, createElement(Early)))).toContain(shown)
})

it('ERR-11: a part that has failed is fetched anew for whoever opens it again', async () => {
  let asked = 0
  const Part = lazyPart(() => {
    asked += 1
    return asked === 1 ? Promise.reject(new Error('no network')) : Promise.resolve(() => 'here')
  })
  const draw = () => renderToString(createElement(Suspense, { fallback: 'waiting' }, createElement(Part)))
  expect(draw()).toContain('waiting')
  await vi.advanceTimersByTimeAsync(1000)
  expect(draw()).toContain('waiting')
  await vi.advanceTimersByTimeAsync(0)
  expect(draw()).toContain('here')
})
