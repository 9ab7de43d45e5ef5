import { ChakraProvider } from '@chakra-ui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { CoreProvider } from '@tiffin/core/react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { stubCore } from '../stub-core.ts'
import { system } from '../theme/system.ts'
import { Offer, UpsellBox } from './upsell-box.tsx'

const drawn = (part: ReactNode, navigation: string[] = []): string =>
  renderToStaticMarkup(
    <CoreProvider core={stubCore({ user: { navigation } })}>
      <ChakraProvider value={system}>
        <QueryClientProvider client={new QueryClient()}>
          <MemoryRouter>{part}</MemoryRouter>
        </QueryClientProvider>
      </ChakraProvider>
    </CoreProvider>,
  )

it.each([
  ['0.00', 'Included in your tariff.'],
  ['12.50', 'Available in your tariff for $12.50 a month.'],
  [null, 'Your tariff'],
])('GATE-11: an option of the price %s shows "%s"', (price, text) => {
  expect(drawn(<Offer price={price} />).includes(text)).toBe(price !== null)
})

it('GATE-02 GATE-12: links to the tariff for people who may open it, and tells others whom to ask', () => {
  const owner = drawn(<UpsellBox option="allow_chat" />, ['Company-Order', 'Company-Tariff'])
  expect(owner).toContain('href="/Company/Tariff"')
  expect(owner).not.toContain('Only the owner')
  const operator = drawn(<UpsellBox option="allow_chat" />, ['Company-Order'])
  expect(operator).toContain('Only the company owner can change the tariff.')
  expect(operator).not.toContain('href')
})
