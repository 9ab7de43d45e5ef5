import { createCore, memoryStorage } from '@tiffin/core'
import { CoreProvider } from '@tiffin/core/react'
import { apiError } from '@tiffin/sdk/contract'
import { render } from 'ink-testing-library'
import { expect, it, vi } from 'vitest'
import { createKeyboard, KeyboardProvider } from '../view/keyboard.ts'
import { CompanyPicker } from './company-picker.tsx'

it.each([
  ['ERR-02 ERR-05: a refused call', { status: 'FAIL', code: 'forbidden', error: 'Ask the owner' }],
  ['ERR-03 ERR-05: a refused table', { admin: { status: 'FAIL', code: 'forbidden', error: 'Ask the owner' } }],
])('%s shows its text if a company can’t be chosen', async (_, refused) => {
  const owner = { count: 2, data: [1, 2].map((id) => ({ company_id: id, name: { en: `Kitchen ${id}` }, logo: '' })) }
  const core = createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'tui', version: '0' },
    ports: { clock: { now: () => 0, after: () => () => {} }, storage: memoryStorage(), log: vi.fn() },
    keep: 'bearer',
    transport: async ({ form }) => {
      const data = form.get('method') === 'getData' ? { owner } : refused
      return { kind: 'answer', status: 200, text: JSON.stringify({ status: 'OK', server_time: 1, data, feed: 1 }) }
    },
  })
  core.session.store.setState({ user: { admin_id: 5, company: { company_id: 1 } } as never })
  const keyboard = createKeyboard()
  const { lastFrame, unmount } = render(
    <CoreProvider core={core}>
      <KeyboardProvider value={keyboard}>
        <CompanyPicker height={8} onChosen={() => {}} onBack={() => {}} onQuit={() => {}} />
      </KeyboardProvider>
    </CoreProvider>,
  )
  await vi.waitFor(() => expect(lastFrame()).toContain('Kitchen 2'))
  keyboard.input('j', {})
  keyboard.input('', { return: true })
  await vi.waitFor(() =>
    expect(core.notices.store.getState().notices).toMatchObject([{ type: 'negative', text: 'Ask the owner' }]),
  )
  unmount()
})

it.each([
  ['a stopped server', apiError('network')],
  ['a cut connection', apiError('timeout_client')],
])('ERR-01: says that it can’t reach the server if %s prevents loading the companies', async (_, failure) => {
  const core = createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'tui', version: '0' },
    ports: { clock: { now: () => 0, after: () => () => {} }, storage: memoryStorage(), log: vi.fn() },
    keep: 'bearer',
  })
  core.board.store.setState({ live: { phase: 'offline', since: 0 } })
  vi.spyOn(core.client.Reference, 'getData').mockRejectedValue(failure)
  const { lastFrame, unmount } = render(
    <CoreProvider core={core}>
      <KeyboardProvider value={createKeyboard()}>
        <CompanyPicker height={8} onChosen={() => {}} onBack={() => {}} onQuit={() => {}} />
      </KeyboardProvider>
    </CoreProvider>,
  )
  await vi.waitFor(() => expect(lastFrame()).toContain("Can't reach the server"))
  unmount()
})
