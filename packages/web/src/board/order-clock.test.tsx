import { createCore, memoryStorage } from '@tiffin/core'
import { CoreProvider } from '@tiffin/core/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { OrderCountdown } from './order-clock.tsx'
import { SecondProvider } from './second.tsx'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const core = createCore({
  url: 'http://127.0.0.1:9',
  app: { name: 'web', version: '0' },
  keep: 'cookie',
  ports: { clock: { now: () => now, after: () => () => {} }, storage: memoryStorage(), log: () => {} },
})

describe('the countdown of a card', () => {
  it.each<[string, number, string, string | null, string, string, string]>([
    ['TIME-07 BOARD-36: to come', 0, '12:12:30', null, 'ok', 'time left', '12:30'],
    ['TIME-07 BOARD-36: now', 0, '12:00:00', null, 'late', 'late by', '0:00'],
    ['TIME-07 BOARD-36: past', 0, '11:59:00', null, 'late', 'late by', '-1:00'],
    ['TIME-08 BOARD-36: kept long ago', 1, '11:30:00', '11:20:00', 'ok', 'time left', '10:00'],
    ['TIME-08 BOARD-36: missed long ago', 1, '11:30:00', '11:31:00', 'late', 'late by', '-1:00'],
  ])('%s', (_what, done, finish, delivery, tone, words, text) => {
    const at = (time: string) => `2026-11-21T${time}.000Z`
    const order = { time_create: at('11:00:00'), time_finish: at(finish), time_delivery: delivery && at(delivery) }
    const html = renderToStaticMarkup(
      <CoreProvider core={core}>
        <SecondProvider>
          <OrderCountdown order={order} done={done} />
        </SecondProvider>
      </CoreProvider>,
    )
    expect(html).toContain(`data-tone="${tone}"`)
    expect(html).toContain(`>${words} <`)
    expect(html).toContain(`>${text}<`)
  })
})
