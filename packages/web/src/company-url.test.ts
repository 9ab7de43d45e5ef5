import { expect, it } from 'vitest'
import type { SessionUser } from '@tiffin/sdk/contract'
import type { RouteName } from '@tiffin/core/rules'
import { otherCompany } from './company-url.ts'

const of = (company: number | null) => ({ company: company === null ? null : { company_id: company } }) as SessionUser

it.each<[string, RouteName | undefined, string, SessionUser | null, number | undefined]>([
  ['another', 'Company-User', 'company=2&id=7', of(1), 2],
  ['the own', 'Company-User', 'company=1&id=7', of(1), undefined],
  ['none', 'Company-User', 'id=7', of(1), undefined],
  ['no valid one', 'Company-User', 'company=-2', of(1), undefined],
  ['one, for a person without a company', 'Company-Order', 'company=2', of(null), 2],
  ['one that a list of the platform is filtered by', 'Administrator-User', 'company=2', of(1), undefined],
  ['one on a page without a route', undefined, 'company=2', of(1), undefined],
  ['one for a signed-out person', 'Company-User', 'company=2', null, undefined],
])('COMP-17: an address that names %s', (_what, route, address, user, company) => {
  expect(otherCompany(route, new URLSearchParams(address), user)).toBe(company)
})
