import { ChakraProvider } from '@chakra-ui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { CoreProvider } from '@tiffin/core/react'
import type { SessionCompany } from '@tiffin/sdk/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { stubCore } from '../stub-core.ts'
import { system } from '../theme/system.ts'
import { Amounts, TariffPage } from './tariff-page.tsx'

const factsOf = (remaining_time: number | null, order_count: number, limit_order: number | null): string => {
  const company = { company_id: 1, enable: 1, remaining_time, order_count, limit_order } as SessionCompany
  const html = renderToStaticMarkup(
    <CoreProvider core={stubCore({ user: { company_role: 1, company } })}>
      <ChakraProvider value={system}>
        <QueryClientProvider client={new QueryClient()}>
          <TariffPage />
        </QueryClientProvider>
      </ChakraProvider>
    </CoreProvider>,
  )
  // Each class has its rules beside it, here the colour of a fact.
  const colors = new Map(
    [...html.matchAll(/\.(css-\w+)\{[^}]*?color:var\(--tiffin-colors-([a-z]+)\)/g)].map(([, name, color]) => [name, color]),
  )
  const fact = (name: string): string => {
    const [, classes = '', text] = new RegExp(`>${name}</dt>.*?<span class="([^"]*)">([^<]*)<`).exec(html) ?? []
    return text === undefined ? '' : `${text} ${colors.get(classes.split(' ').at(-1) ?? '') ?? 'usual'}`
  }
  return [fact('Days left'), fact('Orders used')].join(', ')
}

it.each<[number | null, number, number | null, string]>([
  [5, 79, 100, '5 usual, 79 / 100 positive'],
  [4, 80, 100, '4 negative, 80 / 100 negative'],
  [null, 80, null, ', '],
])('with %s days left and %s of %s orders the tariff shows %s', (days, count, limit, facts) => {
  expect(factsOf(days, count, limit)).toBe(facts)
})

it('BILL-12: the balance and the amount due are in dollars', () => {
  const html = renderToStaticMarkup(
    <CoreProvider core={stubCore()}>
      <ChakraProvider value={system}>
        <Amounts billing={{ balance: '12.50', due: '80.00' }} />
      </ChakraProvider>
    </CoreProvider>,
  )
  expect([...html.matchAll(/<dd[^>]*>([^<]*)</g)].map(([, amount]) => amount)).toEqual(['$12.50', '$80.00'])
})
