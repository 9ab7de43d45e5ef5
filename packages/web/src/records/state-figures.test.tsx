import { ChakraProvider } from '@chakra-ui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { CoreProvider } from '@tiffin/core/react'
import { screens } from '@tiffin/core/screens'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { stubCore } from '../stub-core.ts'
import { system } from '../theme/system.ts'
import { RecordsProvider, type RecordsView } from './records-context.ts'
import type { useList } from './use-list.ts'
import type { ListUrl } from './use-list-url.ts'
import { LimitUsage, StateFigures } from './list/state-figures.tsx'

it.each([
  ['people of a company', 'without states'],
  ['courier', 'with states'],
])('the list of %s, %s, shows how much of the tariff is used', (name) => {
  const view = {
    screen: screens.find((screen) => screen.name === name),
    actor: {},
    user: { company: { limit_admin: 5, limit_courier: 5 } },
    today: () => ({ now: 0, timezone: 'UTC' }),
  }
  const list = { isFetched: true, isPlaceholderData: false, dataUpdatedAt: 1 } as ReturnType<typeof useList>
  const url = { state: { search: '', filters: {} }, listHref: null } as unknown as ListUrl
  const html = renderToStaticMarkup(
    <CoreProvider core={stubCore()}>
      <QueryClientProvider client={new QueryClient()}>
        <ChakraProvider value={system}>
          <RecordsProvider value={view as unknown as RecordsView}>
            <StateFigures url={url} list={list} usage={<LimitUsage count={2} />} />
          </RecordsProvider>
        </ChakraProvider>
      </QueryClientProvider>
    </CoreProvider>,
  )
  expect(html).toContain('2 of 5 in your tariff')
})
