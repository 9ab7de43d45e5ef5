import { ChakraProvider } from '@chakra-ui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { CoreProvider } from '@tiffin/core/react'
import { screens } from '@tiffin/core/screens'
import { entities } from '@tiffin/sdk/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { stubCore } from '../stub-core.ts'
import { system } from '../theme/system.ts'
import { RecordsProvider, type RecordsView } from './records-context.ts'
import { RecordTimeline } from './history/record-timeline.tsx'
import type { TimelineEvent } from './history/use-timeline.ts'

const olga = { admin_id: 1, name: 'Olga', login: 'owner' }
const event = (change: number, app: string, before: object, after: object): TimelineEvent => ({
  change,
  company: 1,
  currency: '€',
  date: '2026-11-23T12:00:00.000Z',
  admin: app === 'server' ? null : olga,
  app,
  action: 'Update',
  before: { ...before },
  after: { ...after },
  records: { courier: 1 },
})

it("a timeline shows people's changes, and collapses consecutive automatic ones into one line", () => {
  const events = [
    event(9, 'web', { min_order_cost: '5.00', alcohol_warning: 2 }, { min_order_cost: '12.50', alcohol_warning: 1 }),
    event(8, 'server', { cooking_time: 20 }, { cooking_time: 25 }),
    event(7, 'simulator', { cooking_time: 15 }, { cooking_time: 20 }),
    event(6, 'server', { cooking_time: 10 }, { cooking_time: 15 }),
    event(5, 'web', { name: { en: 'Roma' } }, { name: { en: 'Forno Vecchio' } }),
  ]
  const queries = new QueryClient()
  queries.setQueryData(['record', 'timeline', 'merchant', 1, 3], { pages: [{ events, more: false }], pageParams: [null] })
  const view = {
    screen: screens.find(({ name }) => name === 'merchant'),
    area: 'company',
    user: { company: { country: { currency_symbol: '€' } } },
    lang: 'en',
    timezone: 'UTC',
    country: 'DE',
    today: () => ({ now: 0, timezone: 'UTC' }),
  }
  const html = renderToStaticMarkup(
    <CoreProvider core={stubCore()}>
      <QueryClientProvider client={queries}>
        <ChakraProvider value={system}>
          <RecordsProvider value={view as unknown as RecordsView}>
            <RecordTimeline entity={entities.merchant} id={3} company={1} />
          </RecordsProvider>
        </ChakraProvider>
      </QueryClientProvider>
    </CoreProvider>,
  )
  const text = html
    .replaceAll(/<style[^>]*>.*?<\/style>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
  expect(text).toContain('Minimum order 5.00 € 12.50 €')
  expect(text).toContain('Alcohol warning No Yes')
  expect(text).toContain('Seller name (en) Roma Forno Vecchio')
  expect(text).toContain('3 automatic changes')
  const folded = /<details>(.*)<\/details>/s.exec(html)?.[1] ?? ''
  expect(Array.from(folded.matchAll(/data-testid="change-(\d+)"/g), ([, change]) => change)).toEqual(['8', '7', '6'])
})
