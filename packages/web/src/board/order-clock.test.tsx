import type { Card } from '@tiffin/core'
import { CoreProvider } from '@tiffin/core/react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { OrderStatus } from '@tiffin/sdk/contract'
import { describe, expect, it } from 'vitest'
import { stubCore } from '../stub-core.ts'
import { type BoardView, BoardViewProvider } from './board-context.ts'
import { OrderAge, OrderCountdown } from './order-clock.tsx'
import { nextSecond, BoardClockProvider } from './board-clock.tsx'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const core = stubCore({ now })

describe('card countdown', () => {
  it.each<[string, number, string, string | null, string, string, string]>([
    ['TIME-07 BOARD-36: to come', 0, '12:12:30', null, 'ok', 'time left', '12:30'],
    ['TIME-07 BOARD-36: now', 0, '12:00:00', null, 'late', 'late by', '0:00'],
    ['TIME-07 BOARD-36: past', 0, '11:59:00', null, 'late', 'late by', '-1:00'],
    ['TIME-07 BOARD-35: in hours, unlike a time of day', 0, '20:41:48', null, 'ok', 'time left', '8 h 41 min'],
    ['TIME-07 BOARD-35 BOARD-36: hours ago', 0, '10:30:00', null, 'late', 'late by', '\u200E-1 h 30 min'],
    ['TIME-08 BOARD-36: kept long ago', 1, '11:30:00', '11:20:00', 'ok', 'time left', '10:00'],
    ['TIME-08 BOARD-36: missed long ago', 1, '11:30:00', '11:31:00', 'late', 'late by', '-1:00'],
  ])('%s', (_what, done, finish, delivery, tone, words, text) => {
    const at = (time: string) => `2026-11-21T${time}.000Z`
    const order = {
      time_create: at('11:00:00'),
      time_finish: at(finish),
      time_delivery: delivery && at(delivery),
      asap: 1 as const,
    }
    const html = renderToStaticMarkup(
      <CoreProvider core={core}>
        <BoardClockProvider>
          <OrderCountdown order={order} done={done} />
        </BoardClockProvider>
      </CoreProvider>,
    )
    expect(html).toContain(`data-tone="${tone}"`)
    expect(html).toContain(`aria-label="${words}"`)
    expect(html.replaceAll('<!-- -->', '')).toContain(`>${text}<`)
  })
})

it.each<[string, number, boolean, number]>([
  ['each second', 1000, false, 1000],
  ['not while a card is dragged', 4000, true, 0],
  ['every five seconds of a drag', 5000, true, 5000],
  ['at once after the clock was set back', -5000, true, -5000],
])('BOARD-35 TIME-07: the clocks of the cards tick %s', (_what, passed, carrying, shown) => {
  expect(nextSecond(now, now + passed, carrying)).toBe(now + shown)
})

it.each([
  ['an order that has waited long', {}, true],
  ['one for later', { reservation: 1 }, false],
  ['one that is ready', { status: 5 }, false],
])('KDS-03: for %s the shown age is %j', (_what, more, told) => {
  const status = { status: 2, reservation: 0, ...more } as OrderStatus
  const order = { time_create: '2026-11-21T11:00:00.000Z', time_finish: null, time_delivery: null } as unknown as Card
  const view = { age: { warning: 5, late: 8, ready: 5 } } as BoardView
  const html = renderToStaticMarkup(
    <CoreProvider core={core}>
      <BoardClockProvider>
        <BoardViewProvider value={view}>
          <OrderAge order={order} status={status} />
        </BoardViewProvider>
      </BoardClockProvider>
    </CoreProvider>,
  )
  expect(html.includes('60 min old')).toBe(told)
})
