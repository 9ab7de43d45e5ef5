import { configurationEntities, managesCompany } from '@tiffin/core/rules'
import { apiError, type Calls, MAX_LISTED_CHANGES, type Output } from '@tiffin/sdk/contract'
import type { Handler } from '#server/context'

type Listed = Output<Calls['Config']['changes']>['data']['changes'][number]

/** Lists changes of the configuration since a file was pulled, which a plan may overwrite (AMB-231). */
export const changes: Handler<Calls['Config']['changes']> = ({ since }, { db, session, company }) => {
  if (!managesCompany(session.actor)) throw apiError('forbidden')
  const tables = configurationEntities.map(({ name }) => name)
  return db.read({ company: company ?? 0 }, async (tx) => {
    const [last] = await tx.sql<{ newest: number }>(
      'select coalesce(max(change_id), 0) as newest from audit_row where company = $1 and table_name = any($2::text[])',
      [company, tables],
    )
    const found = await tx.sql<Listed>(
      `select a.change_id as change, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as date,
         coalesce(d.login, '') as admin, a.table_name as "table", a.row_key::bigint as id, a.action,
         case when a.action = 'Update' then array(select jsonb_object_keys(a.after - 'revision')) else '{}' end as fields,
         case when a.action = 'Delete' then a.before end as before
       from audit_row a left join change c on c.change_id = a.change_id left join admin d on d.admin_id = c.admin
       where a.company = $1 and a.table_name = any($2::text[]) and a.change_id > $3 order by a.audit_id desc limit $4`,
      [company, tables, since, MAX_LISTED_CHANGES + 1],
    )
    return {
      data: {
        status: 'OK' as const,
        newest: last?.newest ?? 0,
        changes: found.slice(0, MAX_LISTED_CHANGES).toReversed(),
        more: found.length > MAX_LISTED_CHANGES,
      },
    }
  })
}
