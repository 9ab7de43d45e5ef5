import { boardLevel, readableFields } from '@tiffin/core/rules'
import { apiError, type Calls, entities, type Output } from '@tiffin/sdk/contract'
import type { Handler } from '#server/context'
import { PAIRED_PREFIX } from '#sessions/device-sessions'
import type { WireRow } from '#engine/change-info'

interface Event {
  date: string
  admin: { admin_id: number; name: string; login: string } | null
  app: string
  action: Output<Calls['Order']['timeline']>['data']['events'][number]['action']
  device: string | null
  table: string
  before: WireRow | null
  after: WireRow | null
}

/** Changes of the order and its print jobs; those by a paired device name it in `device` (http/dispatch.ts). */
const AUDIT = `select a.at, a.audit_id as n, a.action, a.table_name as "table", a.before, a.after, c.app, c.admin,
    substring(c.device from '^${PAIRED_PREFIX}(\\d{1,15})$')::bigint as device
  from audit_row a join change c on c.change_id = a.change_id
  where a.company = $1 and ((a.table_name = 'order' and a.row_key = $2::text)
    or (a.table_name = 'print_job' and a.row_key in (select print_job_id::text from print_job where company = $1 and "order" = $2::bigint)))`

/** Every sign-in is a separate console. Only the first ones are read, so that many of them can't displace other events. */
const SHOWN = `(select * from order_receipt where company = $1 and order_id = $2::bigint order by shown limit 50)`

/** Events that are not changes: where the order was shown, who acknowledged it, when it escalated (MOON-02, KDS-08). */
const RECEIPTS = `select r.shown, 0, 'Shown', 'receipt', null::jsonb, jsonb_build_object('console', r.console, 'app', r.app), '', null::bigint, null::bigint
  from ${SHOWN} r
  union all select r.acknowledged, 1, 'Acknowledged', 'receipt', null, jsonb_build_object('console', r.console, 'app', r.app), '', r.admin, r.device
  from ${SHOWN} r where r.acknowledged is not null
  union all select s.at, 2, 'Escalated', 'receipt', null, jsonb_build_object('step', s.step), 'server', null, null
  from order_escalation s where s.company = $1 and s.order_id = $2::bigint`

/** The newest 500 events of an order, reduced to the fields that the reader may see (KDS-14). */
export const timeline: Handler<Calls['Order']['timeline']> = async ({ order_id }, call) => {
  const { company, session } = call
  const fields = readableFields(session.actor, entities.order)
  return call.db.read({ company }, async (tx) => {
    const [order] = await tx.sql<{ merchant: number }>('select merchant from "order" where company = $1 and order_id = $2', [
      company,
      order_id,
    ])
    if (!order || boardLevel(session.actor, order.merchant) === 0) throw apiError('not_found')
    const events = await tx.sql<Event>(
      `select to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as date, e.action, e.table, e.before, e.after, e.app,
         case when d.admin_id is null or k.device_id is not null then null
           else jsonb_build_object('admin_id', d.admin_id, 'name', d.name, 'login', d.login) end as admin, k.name as device
       from (${AUDIT} union all ${RECEIPTS}) e left join admin d on d.admin_id = e.admin
         left join device k on k.company = $1 and k.device_id = e.device
       order by e.at desc, e.n desc limit 500`,
      [company, order_id],
    )
    const seen = (row: WireRow | null, table: string): WireRow | null =>
      row && (table === 'order' ? Object.fromEntries(Object.entries(row).filter(([name]) => fields.has(name))) : row)
    return {
      data: {
        status: 'OK' as const,
        events: events.toReversed().map(({ device, ...event }) => ({
          ...event,
          ...(device === null ? {} : { device }),
          before: seen(event.before, event.table),
          after: seen(event.after, event.table),
        })),
      },
    }
  })
}
