import { entities } from '@tiffin/sdk/contract'
import { exclusiveFlagHook } from '#engine/exclusive-flag-hook'
import type { AllTableRules } from '#engine/table-rules'
import { companyHook } from './company-hook.ts'
import { payTypeHook } from './pay-type-hook.ts'

export const tables: AllTableRules = {
  company: {
    holdsRights: true,
    save: companyHook,
    // Deleted rows that are kept are shown only to queries that name the field.
    read: { filter: (_actor, _binder, named) => (named.has('deleted') ? [] : ['t.deleted is null']) },
    undo: { preservedFields: ['balance'] },
  },
  owner: {
    read: {
      source:
        ({ admin_id, token }) =>
        ({ bind }) =>
          `(select c.company_id, c.name, c.logo, c.status, ${bind(admin_id, 'bigint')} as admin,
            coalesce(c.company_role, 1) as company_role, 1 as revision from companies_of(${bind(admin_id, 'bigint')}, true) c
            ${token && token.companies.length > 0 ? `where c.company_id = any(${bind(token.companies, 'bigint[]')})` : ''})`,
    },
  },
  pay_type: { save: payTypeHook },
  subscribe_period: { save: exclusiveFlagHook(entities.subscribe_period, 'default') },
  tariff: { save: exclusiveFlagHook(entities.tariff, 'most_value') },
}
