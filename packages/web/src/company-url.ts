import type { SessionUser } from '@tiffin/sdk/contract'
import { belongsToOneCompany, type RouteName } from '@tiffin/core/rules'

/** Query parameter for the company in addresses. */
export const COMPANY = 'company'

/** The company in an address; undefined if there is none. */
export function readCompany(params: URLSearchParams): number | undefined {
  const company = Number(params.get(COMPANY))
  return Number.isSafeInteger(company) && company > 0 ? company : undefined
}

/** The company of an address if the tab's current company is another one; in platform lists it is a filter instead. */
export function otherCompany(
  route: RouteName | undefined,
  params: URLSearchParams,
  user: Pick<SessionUser, 'company'> | null,
): number | undefined {
  const named = route !== undefined && belongsToOneCompany(route) && user ? readCompany(params) : undefined
  return named === user?.company?.company_id ? undefined : named
}
