import { ChakraProvider } from '@chakra-ui/react'
import { CoreProvider } from '@tiffin/core/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { stubCore } from '../stub-core.ts'
import { system } from '../theme/system.ts'
import { CancelledStrip } from './cancelled-strip.tsx'

const cancelled = ['Out of dough', 'The guest has left', ''].map((reason, at) => ({ order_id: at + 1, ticket: 41 + at, reason }))

it.each([
  [cancelled.slice(0, 1), 'Order #41 was cancelled: Out of doughMark as seen'],
  [cancelled.slice(2), 'Order #43 was cancelledMark as seen'],
  [cancelled.slice(0, 2), 'Orders cancelled: 2Mark all as seen'],
  [cancelled, 'Orders cancelled: 3Mark all as seen'],
  [[], ''],
])('KDS-23: names one cancelled order with its reason and counts several: %j', (orders, text) => {
  const core = stubCore()
  const { store } = core.attention
  store.setState({ cancelled: orders })
  store.getInitialState = store.getState
  const html = renderToStaticMarkup(
    <CoreProvider core={core}>
      <ChakraProvider value={system}>
        <CancelledStrip />
      </ChakraProvider>
    </CoreProvider>,
  )
  expect(html.replaceAll(/<style.*?<\/style>|<[^>]+>/gs, '')).toBe(text)
})
