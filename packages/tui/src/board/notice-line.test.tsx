import { render } from 'ink-testing-library'
import { Box, Text } from 'ink'
import { describe, expect, it, vi } from 'vitest'
import { type Core, createCore, memoryStorage, type NoticeType, setAvailability } from '@tiffin/core'
import type { PlainKey } from '@tiffin/core/i18n'
import { CoreProvider } from '@tiffin/core/react'
import { useHandoffCode } from '../order/use-handoff-code.ts'
import type { Place } from '../keys.ts'
import { createTheme, ThemeProvider } from '../theme/theme.ts'
import { ConsoleProvider } from '../view/station.ts'
import { NoticeLine, useNoticeHeight } from './notice-line.tsx'

it.each<[string, (core: Core) => number, string]>([
  [
    'a newer answer, without its undo',
    (core) => core.notices.show('positive', 'Test page printed'),
    ' ● Test page printed  (+1) ',
  ],
  [
    'the answer, not what happened elsewhere since',
    (core) => core.notices.show('positive', 'Ticket %1 printed', { params: [28], isBackground: true }),
    ' · Saved  [u] Undo  (+1) ',
  ],
  [
    'the answer, not a message without end',
    (core) => core.notices.show('warning', 'Server error', { ms: Infinity }),
    ' · Saved  [u] Undo  (+1) ',
  ],
])('KDS-06 SHELL-33: shows %s; the key undoes all the same', (_, show, line) => {
  const core = createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'tui', version: '0' },
    ports: { clock: { now: () => 0, after: () => () => {} }, storage: memoryStorage(), log: vi.fn() },
    keep: 'bearer',
  })
  const run = vi.fn()
  core.notices.show('info', 'Saved', { action: { label: 'Undo', run } })
  show(core)
  const { lastFrame, unmount } = render(
    <CoreProvider core={core}>
      <ConsoleProvider value={{} as never}>
        <NoticeLine place="board" />
      </ConsoleProvider>
    </CoreProvider>,
  )
  expect(`${lastFrame()} `).toContain(line)
  core.commands.undo()
  expect(run).toHaveBeenCalledOnce()
  unmount()
})

it.each<[string, PlainKey, Place | undefined, string]>([
  ['Undo on the board', 'Undo', 'board', '[u] Undo'],
  ['Undo on the page of an order', 'Undo', 'order', '[u] Undo'],
  ['Undo on a list, whose keys are others', 'Undo', 'list', ''],
  ['Undo while a text is typed', 'Undo', 'form', ''],
  ['New order on the board', 'New order', 'board', '[f] New order'],
  ['New order in the printers, where the key searches', 'New order', 'printers', ''],
  ['Undo before a page hears keys', 'Undo', undefined, ''],
])('names the key of an action only where it works: %s', (_what, label, place, shown) => {
  const core = createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'tui', version: '0' },
    ports: { clock: { now: () => 0, after: () => () => {} }, storage: memoryStorage(), log: vi.fn() },
    keep: 'bearer',
  })
  core.notices.show('info', 'Saved', { action: { label, run: vi.fn() } })
  const { lastFrame, unmount } = render(
    <CoreProvider core={core}>
      <ConsoleProvider value={{} as never}>
        <NoticeLine place={place} />
      </ConsoleProvider>
    </CoreProvider>,
  )
  expect(lastFrame()?.trim()).toBe(`· Saved  ${shown}`.trim())
  unmount()
})

it.each<[NoticeType, mark: string, role: string]>([
  ['info', '·', 'accent'],
  ['positive', '●', 'ok'],
  ['warning', '▲', 'warning'],
  ['negative', '▲', 'late'],
])('SHELL-33: a message of type %s has the mark %s and the colour of its type', (type, mark, role) => {
  const core = createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'tui', version: '0' },
    ports: { clock: { now: () => 0, after: () => () => {} }, storage: memoryStorage(), log: vi.fn() },
    keep: 'bearer',
  })
  const asked: NoticeType[] = []
  const theme = createTheme()
  const recordingLook = { ...theme, notice: (item: NoticeType) => (asked.push(item), theme.notice(item)) }
  core.notices.show(type, 'Company selected')
  const { lastFrame, unmount } = render(
    <CoreProvider core={core}>
      <ThemeProvider value={recordingLook}>
        <ConsoleProvider value={{} as never}>
          <NoticeLine place="board" />
        </ConsoleProvider>
      </ThemeProvider>
    </CoreProvider>,
  )
  expect(lastFrame()).toContain(` ${mark} Company selected`)
  expect(new Set(asked)).toEqual(new Set([type]))
  expect(theme.notice(type)).toEqual(theme.style(role as never))
  unmount()
})

describe('a long message', () => {
  const long = `${'Nothing was saved. '.repeat(9)}Last words`
  function draw(text: string) {
    const core = createCore({
      url: 'http://127.0.0.1:9',
      app: { name: 'tui', version: '0' },
      ports: { clock: { now: () => 0, after: () => () => {} }, storage: memoryStorage(), log: vi.fn() },
      keep: 'bearer',
    })
    core.notices.showSentence('negative', { message: text }, { action: { label: 'Undo', run: vi.fn() } })
    const Height = () => <Text>{`height ${useNoticeHeight('board')}`}</Text>
    const { lastFrame, unmount } = render(
      <CoreProvider core={core}>
        <ConsoleProvider value={{} as never}>
          <Box flexDirection="column">
            <NoticeLine place="board" />
            <Height />
          </Box>
        </ConsoleProvider>
      </CoreProvider>,
    )
    const lines = (lastFrame() ?? '').split('\n').map((line) => line.trimEnd())
    unmount()
    return lines
  }

  it('is wrapped, with the key for its action at the end', () => {
    const lines = draw(long)
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(/Last words {2}\[u\] Undo$/)
    expect(lines.at(-1)).toBe('height 2')
  })

  it('takes at most a quarter of the screen, and is cut before the key', () => {
    const lines = draw(long.repeat(9))
    expect(lines.at(-2)).toMatch(/…  \[u\] Undo$/)
    expect(lines.at(-1)).toBe('height 6')
  })
})

describe('a failed call', () => {
  const answer = (body: object, status = 200) =>
    ({ kind: 'answer', status, text: JSON.stringify({ server_time: 1, ...body }) }) as const
  const refused = { status: 'FAIL', code: 'forbidden', error: 'Ask the owner' }
  const reads = { 'choosing merchants': (core: Core) => void core.board.choose('all') }
  const ways = {
    ...reads,
    'pausing a merchant': (core: Core) => void setAvailability(core, 1, { paused_until: null }),
    'reading a code': (_: Core, readCode: () => void) => readCode(),
  }

  it.each([
    ['ERR-01: a status of 502', ways, answer({}, 502), 'Server error'],
    ['ERR-01: no answer in time', ways, { kind: 'timeout', reason: 'no answer' } as const, 'Server error'],
    ['ERR-02 ERR-05: a refusal of the whole call', ways, answer({ status: 'OK', data: refused }), 'Ask the owner'],
    ['ERR-03: a refusal of one table', reads, answer({ status: 'OK', data: { merchant: refused } }), 'Ask the owner'],
  ])('%s shows its text in the negative style', async (_, tried, reply, text) => {
    for (const [way, call] of Object.entries(tried)) {
      const core = createCore({
        url: 'http://127.0.0.1:9',
        app: { name: 'tui', version: '0' },
        ports: { clock: { now: () => 0, after: () => () => {} }, storage: memoryStorage(), log: vi.fn() },
        keep: 'bearer',
        transport: async () => reply,
      })
      core.board.store.setState({ live: { phase: 'online', since: 0 } })
      const theme = createTheme()
      const notice = vi.fn(theme.notice)
      let readCode = () => {}
      const Code = () => {
        readCode = useHandoffCode({ order_id: 1 }).read
        return null
      }
      const { lastFrame, unmount } = render(
        <CoreProvider core={core}>
          <ThemeProvider value={{ ...theme, notice }}>
            <Code />
            <ConsoleProvider value={{} as never}>
              <NoticeLine place="board" />
            </ConsoleProvider>
          </ThemeProvider>
        </CoreProvider>,
      )
      call(core, () => readCode())
      const isShown = () => expect([way, lastFrame()]).toEqual([way, expect.stringContaining(`▲ ${text}`)])
      await vi.waitFor(isShown, { timeout: 10_000 })
      expect(new Set(notice.mock.calls.flat())).toEqual(new Set(['negative']))
      unmount()
    }
  })
})

it('SHELL-34: a message vanishes after 5000 ms unless another time is set', async () => {
  const timers: [ms: number, run: () => void][] = []
  const core = createCore({
    url: 'http://127.0.0.1:9',
    app: { name: 'tui', version: '0' },
    ports: {
      clock: { now: () => 0, after: (ms, run) => (timers.push([ms, run]), () => {}) },
      storage: memoryStorage(),
      log: vi.fn(),
    },
    keep: 'bearer',
  })
  core.notices.show('info', 'Saved')
  core.notices.show('positive', 'Deleted', { ms: 9000 })
  const { lastFrame, unmount } = render(
    <CoreProvider core={core}>
      <ConsoleProvider value={{} as never}>
        <NoticeLine place="board" />
      </ConsoleProvider>
    </CoreProvider>,
  )
  expect(lastFrame()).toContain('Deleted  (+1)')
  expect(timers.map(([ms]) => ms)).toEqual([5000, 9000])
  for (const line of ['● Deleted', '']) {
    timers.shift()?.[1]()
    await vi.waitFor(() => expect(lastFrame()?.trim()).toBe(line))
  }
  unmount()
})
