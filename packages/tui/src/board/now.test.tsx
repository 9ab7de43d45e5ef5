import { createCore, memoryStorage } from '@tiffin/core'
import { CoreProvider } from '@tiffin/core/react'
import { Text } from 'ink'
import { render } from 'ink-testing-library'
import { expect, it, vi } from 'vitest'
import { NowProvider, useMinute, useNow } from './now.tsx'

it.each([-3_600_000, 3_600_000])(
  'TIME-09: the clocks of a board follow the server, not a computer that is %i ms behind',
  async (offset) => {
    let local = 1_000_000_000
    let tick = (): void => {}
    const after = (_ms: number, run: () => void) => {
      tick = run
      return () => {}
    }
    const core = createCore({
      url: 'http://127.0.0.1:9',
      app: { name: 'tui', version: '0' },
      ports: { clock: { now: () => local, after }, storage: memoryStorage(), log: () => {} },
      keep: 'bearer',
    })
    // A response has whole seconds: on average, the time is half a second later.
    core.serverClock.learn({ offset: offset - 500, roundTrip: 0 })
    const Clocks = () => <Text>{`${useNow()} ${useMinute()}`}</Text>
    const { lastFrame, unmount } = render(
      <CoreProvider core={core}>
        <NowProvider>
          <Clocks />
        </NowProvider>
      </CoreProvider>,
    )
    const shown = () => `${local + offset} ${local + offset - ((local + offset) % 60_000)}`
    expect(lastFrame()).toBe(shown())
    local += 90_000
    await vi.waitFor(() => {
      tick()
      expect(lastFrame()).toBe(shown())
    })
    unmount()
  },
)
