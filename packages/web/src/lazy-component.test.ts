import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { preloadedComponent, isLoadError, lazyComponent, LOAD_MS, loadChunk } from './lazy-component.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const codeOf = (loading: Promise<unknown>) =>
  loading.then(
    () => 'loaded',
    (error: unknown) => (isLoadError(error) ? error.code : error),
  )

it('ERR-11: a page that has not loaded after 120 s is an error', async () => {
  const code = codeOf(loadChunk(() => new Promise(() => {})))
  await vi.advanceTimersByTimeAsync(119_999)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await code).toBe('chunk_timeout')
  expect(LOAD_MS).toBe(120_000)
})

const refused = (message: string) => codeOf(loadChunk(() => Promise.reject(new Error(message))))

it('ERR-11: a chunk that is missing or fails to load is an error', async () => {
  expect(await refused('Failed to fetch dynamically imported module: /assets/a.js')).toBe('chunk_failed')
})

it('ERR-12: a style sheet that fails to load has its own code', async () => {
  expect(await refused('Unable to preload CSS for /assets/a.css')).toBe('style_failed')
  const loading = loadChunk(() => Promise.reject(new Error('Unable to preload CSS for /assets/a.css')))
  await expect(loading).rejects.toThrow("Can't load the page styles")
})

it('returns the loaded chunk and leaves no timer behind', async () => {
  expect(await loadChunk(() => Promise.resolve(7))).toBe(7)
  expect(vi.getTimerCount()).toBe(0)
})

it.each([
  ['has loaded renders at once, because a fallback would stay for 300 ms', true, 'here'],
  ['has not loaded is awaited', false, 'waiting'],
])('SHELL-04: a chunk that %s', async (_, come, shown) => {
  const chunk = come ? Promise.resolve({ Shown: () => 'here' }) : new Promise<{ Shown: () => string }>(() => {})
  const Early = preloadedComponent(chunk, ({ Shown }) => Shown)
  await Promise.resolve()
  expect(renderToString(createElement(Suspense, { fallback: 'waiting' }, createElement(Early)))).toContain(shown)
})

it('ERR-11: a failed chunk is loaded again when it is opened again', async () => {
  let asked = 0
  const Lazy = lazyComponent(() => {
    asked += 1
    return asked === 1 ? Promise.reject(new Error('no network')) : Promise.resolve(() => 'here')
  })
  const draw = () => renderToString(createElement(Suspense, { fallback: 'waiting' }, createElement(Lazy)))
  expect(draw()).toContain('waiting')
  await vi.advanceTimersByTimeAsync(1000)
  expect(draw()).toContain('waiting')
  await vi.advanceTimersByTimeAsync(0)
  expect(draw()).toContain('here')
})
