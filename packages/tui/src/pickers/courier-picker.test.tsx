import { createCore, memoryStorage } from '@tiffin/core'
import { CoreProvider } from '@tiffin/core/react'
import { apiError } from '@tiffin/sdk/contract'
import { render } from 'ink-testing-library'
import { expect, it, vi } from 'vitest'
import { createKeyboard, KeyboardProvider } from '../view/keyboard.ts'
import { CourierPicker } from './courier-picker.tsx'

function open() {
  const core = createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'tui', version: '0' },
    ports: { clock: { now: () => 0, after: () => () => {} }, storage: memoryStorage(), log: vi.fn() },
    keep: 'bearer',
  })
  const couriers = vi.spyOn(core.board, 'couriers')
  const draw = () =>
    render(
      <CoreProvider core={core}>
        <KeyboardProvider value={createKeyboard()}>
          <CourierPicker orderIds={[41]} about="" height={8} onDone={() => {}} onBack={() => {}} onQuit={() => {}} />
        </KeyboardProvider>
      </CoreProvider>,
    )
  return { core, couriers, draw }
}

it('KDS-20: says at once that couriers who were never read need the server, and lists them when it is back', async () => {
  const { core, couriers, draw } = open()
  core.board.store.setState({ live: { phase: 'offline', since: 0 } })
  couriers.mockReturnValue(new Promise(() => {}))
  const { lastFrame, unmount } = draw()
  expect(lastFrame()).toContain('Couriers not loaded. The list appears when the server can be reached.')
  const carla = { courier_id: 1, name: 'Carla', phone: '', img: '', courier_status: 1, working: 1, open: 0, mark: null }
  couriers.mockResolvedValue([carla])
  core.board.store.setState({ live: { phase: 'online', since: 0 } })
  await vi.waitFor(() => expect(lastFrame()).toContain('Carla'))
  unmount()
})

it.each([
  [apiError('timeout_client'), 'Couriers not loaded.'],
  [apiError('forbidden'), apiError('forbidden').message],
])('KDS-20: does not keep loading after %s', async (error, text) => {
  const { couriers, draw } = open()
  couriers.mockRejectedValue(error)
  const { lastFrame, unmount } = draw()
  await vi.waitFor(() => expect(lastFrame()).toContain(text))
  expect(lastFrame()).not.toContain('Loading…')
  unmount()
})
