import { createCore, memoryStorage } from '@tiffin/core'
import { CoreProvider } from '@tiffin/core/react'
import { render } from 'ink-testing-library'
import { expect, it, vi } from 'vitest'
import { createTheme, ThemeProvider } from '../theme/theme.ts'
import { createKeyboard, KeyboardProvider } from '../view/keyboard.ts'
import { LanguagePicker } from './language-picker.tsx'

it("SHELL-03: lists the server's languages and applies the chosen one", async () => {
  const core = createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'tui', version: '0' },
    ports: { clock: { now: () => 0, after: () => () => {} }, storage: memoryStorage(), log: vi.fn() },
    keep: 'bearer',
  })
  const languages = [
    { global_lang_id: 1, code: 'en', name: 'English', dir: 'ltr' as const },
    { global_lang_id: 2, code: 'ru', name: 'Русский', dir: 'ltr' as const },
  ]
  core.session.store.setState({ lang: 'en', languages })
  const setLang = vi.spyOn(core.session, 'setLang').mockResolvedValue()
  const keyboard = createKeyboard()
  const { lastFrame, unmount } = render(
    <CoreProvider core={core}>
      <ThemeProvider value={createTheme()}>
        <KeyboardProvider value={keyboard}>
          <LanguagePicker height={8} onBack={() => {}} onQuit={() => {}} />
        </KeyboardProvider>
      </ThemeProvider>
    </CoreProvider>,
  )
  await vi.waitFor(() => expect(lastFrame()).toMatch(/English[^]*Русский/))
  keyboard.input('j', {})
  keyboard.input('', { return: true })
  await vi.waitFor(() => expect(setLang).toHaveBeenCalledExactlyOnceWith('ru'))
  unmount()
})
