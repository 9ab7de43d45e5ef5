import { type BoardMerchant, createCore, memoryStorage } from '@tiffin/core'
import { CoreProvider } from '@tiffin/core/react'
import type { SessionUser } from '@tiffin/sdk/contract'
import { render } from 'ink-testing-library'
import { expect, it, vi } from 'vitest'
import { NowProvider } from '../board/now.tsx'
import { createKeyboard, KeyboardProvider } from '../view/keyboard.ts'
import { MerchantPicker } from './merchant-picker.tsx'

const names = ['Forno', 'Pizzeria', 'Sushi']
const enter = ['', { return: true }] as const
const key = (input: string) => [input, {}] as const

function open(chosen: 'all' | readonly number[]) {
  const core = createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'tui', version: '0' },
    ports: { clock: { now: () => 0, after: () => () => {} }, storage: memoryStorage(), log: vi.fn() },
    keep: 'bearer',
  })
  core.session.store.setState({
    user: { company: { company_id: 1, timezone: 'UTC', country: { alpha2: 'DE' } } } as SessionUser,
  })
  const merchants = names.map((name, index) => ({ merchant_id: index + 1, name: { en: name } }) as unknown as BoardMerchant)
  core.board.store.setState({ merchants, chosen: chosen === 'all' ? 'all' : [...chosen] })
  vi.spyOn(core.moves, 'level').mockImplementation((merchant) => (merchant === 3 ? 1 : 2))
  const choose = vi.spyOn(core.board, 'choose').mockResolvedValue()
  const onBack = vi.fn()
  const keyboard = createKeyboard()
  const { lastFrame, unmount } = render(
    <CoreProvider core={core}>
      <KeyboardProvider value={keyboard}>
        <NowProvider>
          <MerchantPicker height={9} onBack={onBack} onQuit={() => {}} />
        </NowProvider>
      </KeyboardProvider>
    </CoreProvider>,
  )
  const marked = () => names.filter((name) => lastFrame()?.includes(`[x] ${name}`))
  const press = async (keys: readonly (readonly [string, object])[]) => {
    for (const [input, more] of keys) {
      const before = [lastFrame(), choose.mock.calls.length, onBack.mock.calls.length].join()
      keyboard.input(input, more)
      await vi.waitFor(() => expect([lastFrame(), choose.mock.calls.length, onBack.mock.calls.length].join()).not.toBe(before))
    }
  }
  return { core, keyboard, choose, onBack, lastFrame, marked, press, unmount }
}

it.each([
  ['all are marked', 'all', names],
  ['the chosen ones are marked', [1, 3], ['Forno', 'Sushi']],
] as const)('BOARD-04: the merchant picker lists every merchant with its access; %s', (_what, chosen, marked) => {
  const picker = open(chosen)
  for (const name of names) expect(picker.lastFrame()).toContain(`] ${name}`)
  expect(picker.lastFrame()).toMatch(/Sushi +view only/)
  expect(picker.lastFrame()).not.toMatch(/Forno +view only/)
  expect(picker.marked()).toEqual(marked)
  picker.unmount()
})

it.each([
  ['Enter alone takes the one under the cursor', 'all', [key('j'), enter], [2]],
  ['a toggled one is added', [1], [key('j'), key(' '), enter], [1, 2]],
  ['a toggled one is left out', 'all', [key(' '), enter], [2, 3]],
  ['all of them are all merchants', [1, 2], [key('j'), key('j'), key(' '), enter], 'all'],
  ['a key marks all', [2], [key('a'), enter], 'all'],
  ['the same key unmarks all, for another choice', 'all', [key('a'), key('j'), key(' '), enter], [2]],
] as const)('BOARD-04: one, several or all merchants are chosen by key: %s', async (_what, chosen, keys, requested) => {
  const picker = open(chosen)
  await picker.press(keys)
  expect(picker.choose.mock.calls).toEqual([[requested]])
  expect(picker.onBack).toHaveBeenCalledOnce()
  picker.unmount()
})

it('BOARD-04: without any merchant it stays open and says why', async () => {
  const picker = open('all')
  const show = vi.spyOn(picker.core.notices, 'show')
  await picker.press([key('a')])
  expect(picker.marked()).toEqual([])
  picker.keyboard.input(...enter)
  await vi.waitFor(() => expect(show).toHaveBeenCalledWith('info', 'Choose at least one merchant.'))
  expect(picker.choose).not.toHaveBeenCalled()
  expect(picker.onBack).not.toHaveBeenCalled()
  picker.unmount()
})
