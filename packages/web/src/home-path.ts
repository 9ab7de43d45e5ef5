import type { SessionUser } from '@tiffin/sdk/contract'
import { administratorRoutes, companyRoutes } from '@tiffin/core/rules'

/** Where somebody begins, also after a change of company: the administrator's order screen if they have it (AMB-032). */
export const homePath = (user: Pick<SessionUser, 'navigation'>): string =>
  user.navigation.includes('Administrator-Order') ? administratorRoutes['Administrator-Order'] : companyRoutes['Company-Order']
