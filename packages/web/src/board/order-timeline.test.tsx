import { ChakraProvider } from '@chakra-ui/react'
import { CoreProvider, type TimelineEvent } from '@tiffin/core/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { stubCore } from '../stub-core.ts'
import { system } from '../theme/system.ts'
import { type BoardView, BoardViewProvider } from './board-context.ts'
import { Line } from './order-timeline.tsx'
import { BoardClockProvider } from './board-clock.tsx'

it.each([
  ['yesterday', '2026-11-22T20:40:00.000Z', 'Nov 22, 20:40'],
  ['today', '2026-11-23T18:37:00.000Z', '18:37'],
])('KDS-14: a line of %s, even the first, is dated relative to today', (_what, date, text) => {
  const view = { lang: 'en', timezone: 'UTC', country: 'DE' } as BoardView
  const html = renderToStaticMarkup(
    <CoreProvider core={stubCore({ now: Date.parse('2026-11-23T19:00:00.000Z') })}>
      <BoardViewProvider value={view}>
        <BoardClockProvider>
          <ChakraProvider value={system}>
            <Line event={{ date } as TimelineEvent}>Pre-order</Line>
          </ChakraProvider>
        </BoardClockProvider>
      </BoardViewProvider>
    </CoreProvider>,
  )
  expect(html).toContain(`>${text}</time>`)
})
