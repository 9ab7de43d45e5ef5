import { ChakraProvider } from '@chakra-ui/react'
import { CoreProvider } from '@tiffin/core/react'
import type { SessionCompany } from '@tiffin/sdk/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { stubCore } from '../stub-core.ts'
import { system } from '../theme/system.ts'
import { CompanyBanner } from './company-banner.tsx'

const suspended = 'Service is suspended'
const overLimit = 'There is not enough money on the balance to pay for orders in excess of the established tariff plan'

function said(company: Partial<SessionCompany>): string[] {
  const whole = { enable: 1, suspended: 1, limit_order: null, order_count: 0, ...company } as SessionCompany
  const html = renderToStaticMarkup(
    <CoreProvider core={stubCore()}>
      <ChakraProvider value={system}>
        <CompanyBanner company={whole} />
      </ChakraProvider>
    </CoreProvider>,
  )
  return [suspended, overLimit].filter((text) => html.includes(text))
}

it.each<[Partial<SessionCompany>, string[]]>([
  [{ suspended: 0 }, []],
  [{ suspended: 0, enable: 0, limit_order: 10, order_count: 11 }, []],
  [{}, [suspended]],
  [{ enable: 0 }, [suspended]],
  [{ limit_order: 10, order_count: 10 }, [suspended]],
  [{ limit_order: 10, order_count: 11 }, [suspended, overLimit]],
])('SHELL-31 SHELL-32: for a company with %j shows %j', (company, texts) => {
  expect(said(company)).toEqual(texts)
})
