import type { SessionUser } from '@tiffin/sdk/contract'
import { type Actor, isRouteName } from '#rules/index'

/** The signed-in user as the actor of the rules. */
export const actorOf = (user: SessionUser): Actor => ({
  admin_id: user.admin_id,
  role: user.role,
  company: user.company?.company_id ?? null,
  company_role: user.company_role,
  merchants: new Map(Object.entries(user.merchants).map(([id, access]) => [Number(id), access])),
  dictionary_edit: user.dictionary_edit.split(',').filter(Boolean),
  options: user.company,
  overrule: user.overrule === 1,
  ...(user.navigation_chosen ? { navigation: user.navigation.filter(isRouteName) } : {}),
  ...(user.device ? { device: { merchants: user.device.merchants } } : {}),
})
