import { createCore, memoryStorage } from '@tiffin/core'
import { CoreProvider } from '@tiffin/core/react'
import { render } from 'ink-testing-library'
import { expect, it, vi } from 'vitest'
import { createKeyboard, KeyboardProvider } from '../view/keyboard.ts'
import { SearchLine } from './search-line.tsx'

it.each([
  ['replaced by typing', ['b', 'o'], 'bo'],
  ['edited after a deletion', ['backspace', 'x'], 'annx'],
  ['kept by Enter', [], 'anna'],
])('BOARD-05: an earlier search is %s', async (_, typed, search) => {
  const core = createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'tui', version: '0' },
    ports: { clock: { now: () => 0, after: () => () => {} }, storage: memoryStorage(), log: vi.fn() },
    keep: 'bearer',
  })
  core.board.setSearch('anna')
  const keyboard = createKeyboard()
  const onDone = vi.fn()
  const line = (active: boolean) => (
    <CoreProvider core={core}>
      <KeyboardProvider value={keyboard}>
        <SearchLine active={active} hidden={0} onDone={onDone} onQuit={() => {}} />
      </KeyboardProvider>
    </CoreProvider>
  )
  const { rerender, unmount } = render(line(false))
  rerender(line(true))
  for (const key of typed) keyboard.input(key === 'backspace' ? '' : key, key === 'backspace' ? { backspace: true } : {})
  keyboard.input('', { return: true })
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(core.board.store.getState().search).toBe(search)
  unmount()
})
