import type { SessionUser } from '@tiffin/sdk/contract'
import { isOfOneCompany, type RouteName } from '@tiffin/core/rules'

/** What addresses of pages of a company name it by. */
export const COMPANY = 'company'

/** The company that an address is of; undefined where it names none. */
export function readCompany(params: URLSearchParams): number | undefined {
  const company = Number(params.get(COMPANY))
  return Number.isSafeInteger(company) && company > 0 ? company : undefined
}

/** The company of an address, where the tab acts for another one; lists of the platform are filtered by it instead. */
export function otherCompany(
  route: RouteName | undefined,
  params: URLSearchParams,
  user: Pick<SessionUser, 'company'> | null,
): number | undefined {
  const named = route !== undefined && isOfOneCompany(route) && user ? readCompany(params) : undefined
  return named === user?.company?.company_id ? undefined : named
}
