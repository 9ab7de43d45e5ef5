import { ChakraProvider } from '@chakra-ui/react'
import { CoreProvider } from '@tiffin/core/react'
import type { SessionUser } from '@tiffin/sdk/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { stubCore } from '../stub-core.ts'
import { system } from '../theme/system.ts'
import { CompanyMenu } from './company-menu.tsx'

const alpha = { company_id: 1, name: { en: 'Alpha' }, logo: '' }
const beta = { company_id: 2, name: { en: 'Beta' }, logo: '' }

it.each([
  ['PERM-07', 'a platform administrator', 1, alpha, 2, true, 'Company: Alpha'],
  ['PERM-07', 'a platform administrator without a company', 1, null, 2, true, 'Company: Choose a company'],
  ['COMP-17', 'an owner of two companies', 2, alpha, 2, true, 'Company: Alpha'],
  ['COMP-17', 'an owner of one company', 2, alpha, 1, false, 'Alpha'],
])('%s: %s in the top bar', (_id, _who, role, company, count, isMenu, name) => {
  const user = { admin_id: 1, role, company } as unknown as SessionUser
  const html = renderToStaticMarkup(
    <CoreProvider core={stubCore({ user })}>
      <ChakraProvider value={system}>
        <CompanyMenu user={user} companies={[alpha, beta].slice(0, count)} onChoose={() => {}} />
      </ChakraProvider>
    </CoreProvider>,
  )
  expect(html.includes('aria-haspopup="menu"')).toBe(isMenu)
  expect(html).toContain(name)
})
