import type { ReactNode } from 'react'
import { type BoardMerchant, createCore, memoryStorage } from '@tiffin/core'
import { CoreProvider } from '@tiffin/core/react'
import type { SessionUser } from '@tiffin/sdk/contract'
import { render } from 'ink-testing-library'
import { expect, it, vi } from 'vitest'
import { NowProvider } from '../board/now.tsx'
import { createKeyboard, KeyboardProvider } from '../view/keyboard.ts'
import { AvailabilityPicker } from './availability-picker.tsx'
import { MerchantPicker } from './merchant-picker.tsx'

const merchant = (merchant_id: number, name: string, paused_until: string | null = null): BoardMerchant => ({
  merchant_id,
  name: { en: name },
  logo: '',
  order: 1,
  paused_until,
  busy_until: null,
  busy_minutes: 0,
})

function draw(children: ReactNode): string {
  const now = Date.parse('2026-11-20T10:30:00.000Z')
  const core = createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'tui', version: '0' },
    ports: { clock: { now: () => now, after: () => () => {} }, storage: memoryStorage(), log: vi.fn() },
    keep: 'bearer',
  })
  const company = { company_id: 1, timezone: 'UTC', country: { alpha2: 'DE' } }
  core.session.store.setState({ user: { company } as SessionUser })
  core.board.store.setState({
    merchants: [merchant(1, 'Forno'), merchant(2, 'Pizzeria', '2026-11-20T11:00:00.000Z'), merchant(3, 'Sushi')],
  })
  vi.spyOn(core.moves, 'level').mockReturnValue(2)
  const { lastFrame, unmount } = render(
    <CoreProvider core={core}>
      <KeyboardProvider value={createKeyboard()}>
        <NowProvider>{children}</NowProvider>
      </KeyboardProvider>
    </CoreProvider>,
  )
  const text = lastFrame() ?? ''
  unmount()
  return text
}
const page = { height: 9, onBack: () => {}, onQuit: () => {} }

it.each([
  [2, '► Pizzeria'],
  [3, '► Sushi'],
  [undefined, '► Forno'],
])('KDS-07: the list begins with the merchant of the selected order: %s', (first, line) => {
  for (const change of [undefined, { paused_until: '2026-11-20T11:00:00.000Z' }])
    expect(draw(<AvailabilityPicker {...page} kind="pause" first={first} change={change} />)).toContain(line)
})

it.each([
  ['to pause', <AvailabilityPicker key="pause" {...page} kind="pause" />],
  ['to show', <MerchantPicker key="show" {...page} />],
])('KDS-07: the list of merchants %s says who is paused until when', (_, list) => {
  expect(draw(list)).toMatch(/Pizzeria +Paused until 11:00/)
})
