import type { SessionUser } from '@tiffin/sdk/contract'
import { administratorRoutes, companyRoutes } from '@tiffin/core/rules'

/** The start page, also after changing the company: the administrator's order screen if available (AMB-032). */
export const homePath = (user: Pick<SessionUser, 'navigation'>): string =>
  user.navigation.includes('Administrator-Order') ? administratorRoutes['Administrator-Order'] : companyRoutes['Company-Order']
