import { automaticApps, notableTicketStates } from '@tiffin/core/rules'
import type { AllTableRules } from '#engine/table-rules'

const quotedList = (list: readonly string[]): string => list.map((word) => `'${word}'`).join(', ')

/** The same rule as `isAutomatic`. Routine changes that printers make to tickets also count. */
const AUTOMATIC = `(c.app in (${quotedList(automaticApps)}) or (c.admin is null and c.app <> 'cli') or (r.table_name = 'print_job'
  and coalesce(r.after ->> 'state', '') not in (${quotedList(notableTicketStates)}) and coalesce(r.after ->> 'copy', '0') <> '1'))`

export const tables: AllTableRules = {
  audit: {
    read: {
      source: () => () =>
        `(select r.audit_id, r.action, r.table_name as "table", coalesce(a.login, '') as user_login,
          coalesce(nullif(btrim(a.name || ' ' || a.surname), ''), a.login, '') as user_name, r.at as date, nullif(c.company, 0) as company,
          case when ${AUTOMATIC} then 1 else 0 end::smallint as automatic,
          jsonb_build_object('key', r.row_key, 'before', r.before - 'revision', 'after', r.after - 'revision', 'change', c.change_id,
            'company', c.company, 'currency', coalesce(nullif(n.currency_symbol, ''), n.currency_code, '')) as data,
          1 as revision, r.company as "~company", c.change_id as "~change"
          from audit_row r join change c on c.change_id = r.change_id left join admin a on a.admin_id = c.admin
            left join company k on k.company_id = c.company left join country n on n.country_id = k.country)`,
      searchOnly: { change: (row) => `${row}."~change"` },
      filter: ({ company }, { bind }) => (company === null ? [] : [`t."~company" = ${bind(company, 'bigint')}`]),
    },
  },
}
