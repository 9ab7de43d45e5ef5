import { ChakraProvider } from '@chakra-ui/react'
import { CoreProvider } from '@tiffin/core/react'
import type { SessionCompany } from '@tiffin/sdk/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { stubCore } from '../stub-core.ts'
import { system } from '../theme/system.ts'
import { UsageBar } from './usage-bar.tsx'

/** Only the bar's markup, without page styles; empty if there is none. */
function draw(
  order_count: number,
  { bar = false, limit_order = 100 }: { bar?: boolean; limit_order?: number | null } = {},
): string {
  const core = stubCore()
  core.session.store.setState({ lang: 'en' })
  core.boardSettings.store.setState({ bar })
  core.boardSettings.store.getInitialState = core.boardSettings.store.getState
  const html = renderToStaticMarkup(
    <CoreProvider core={core}>
      <ChakraProvider value={system}>
        <UsageBar company={{ order_count, limit_order } as SessionCompany} />
      </ChakraProvider>
    </CoreProvider>,
  )
  return html.split('data-testid="usage"')[1] ?? ''
}

it.each([
  ['off', 90, false],
  ['off', 91, true],
  ['on', 0, true],
  ['on', 95, true],
] as const)('BOARD-42: with its toggle %s, at %i of 100 orders, the bar is shown: %s', (toggle, count, isShown) => {
  expect(draw(count, { bar: toggle === 'on' }) !== '').toBe(isShown)
})

it('BOARD-42: is hidden without an order limit', () => {
  expect(draw(95, { bar: true, limit_order: null })).toBe('')
})

it.each([
  [79, 'green', 'positive', 'negative'],
  [80, 'red', 'negative', 'positive'],
  [100, 'red', 'negative', 'positive'],
] as const)('BOARD-43: at %i of 100 orders the bar is %s', (count, tone, colour, other) => {
  const html = draw(count, { bar: true })
  expect(html).toContain(`data-tone="${tone}"`)
  expect(html).toContain(`colors-${colour}`)
  expect(html).not.toContain(`colors-${other}`)
  expect(html).toContain(`Orders used: ${count} of 100`)
})

it('writes large counts with separators', () => {
  expect(draw(9786, { limit_order: 10_000 })).toContain('Orders used: 9,786 of 10,000')
})
