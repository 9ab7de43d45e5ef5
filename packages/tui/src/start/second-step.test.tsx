import { createCore, memoryStorage } from '@tiffin/core'
import { CoreProvider } from '@tiffin/core/react'
import { apiError, type SecondStep as Step } from '@tiffin/sdk/contract'
import { render } from 'ink-testing-library'
import { expect, it, vi } from 'vitest'
import { createTheme, ThemeProvider } from '../theme/theme.ts'
import { createKeyboard, KeyboardProvider } from '../view/keyboard.ts'
import { SecondStep } from './second-step.tsx'

const passkeysAlone: Step = { challenge: 'c', kinds: ['passkey'], has_recovery_codes: false }

it.each<[string, Step, string, string]>([
  ['an app', { ...passkeysAlone, kinds: ['totp'] }, 'Code or recovery code', 'browsers only'],
  ['recovery codes', { ...passkeysAlone, has_recovery_codes: true }, 'Code or recovery code', 'browsers only'],
  ['passkeys alone', passkeysAlone, 'create recovery codes or set up an authenticator app', 'Code or recovery code'],
])('someone with %s reads what to do', async (_what, because, shown, hidden) => {
  const core = createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'tui', version: '0' },
    ports: { storage: memoryStorage(), log: vi.fn(), clock: { now: () => 0, after: () => () => {} } },
    keep: 'bearer',
  })
  vi.spyOn(core.client.Auth, 'Login').mockRejectedValue(apiError('second_factor', { because }))
  await core.session.signIn('owner', 'secret')
  const { lastFrame, unmount } = render(
    <CoreProvider core={core}>
      <ThemeProvider value={createTheme()}>
        <KeyboardProvider value={createKeyboard()}>
          <SecondStep onQuit={vi.fn()} />
        </KeyboardProvider>
      </ThemeProvider>
    </CoreProvider>,
  )
  const text = lastFrame()?.replaceAll(/\s+/g, ' ')
  expect(text).toContain(shown)
  expect(text).not.toContain(hidden)
  unmount()
})
