import { createCore, memoryStorage } from '@tiffin/core'
import { CoreProvider } from '@tiffin/core/react'
import { render } from 'ink-testing-library'
import { expect, it, vi } from 'vitest'
import { createTheme, ThemeProvider } from '../theme/theme.ts'
import { createKeyboard, KeyboardProvider } from '../view/keyboard.ts'
import { Unreachable } from './unreachable.tsx'

it('SHELL-07: the Retry key retries at once, before the automatic retry', async () => {
  const core = createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'tui', version: '0' },
    // With a stopped clock nothing is retried automatically.
    ports: { clock: { now: () => 0, after: () => () => {} }, storage: memoryStorage(), log: vi.fn() },
    keep: 'bearer',
  })
  const start = vi.spyOn(core.session, 'start').mockResolvedValue()
  const quit = vi.fn()
  const keyboard = createKeyboard()
  const { unmount } = render(
    <CoreProvider core={core}>
      <ThemeProvider value={createTheme()}>
        <KeyboardProvider value={keyboard}>
          <Unreachable url="http://127.0.0.1:9" onQuit={quit} />
        </KeyboardProvider>
      </ThemeProvider>
    </CoreProvider>,
  )
  expect(start).not.toHaveBeenCalled()
  keyboard.input('r', {})
  await vi.waitFor(() => expect(start).toHaveBeenCalledOnce())
  keyboard.input('q', {})
  await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce())
  unmount()
})
