import { createServer } from 'node:http'
import { Pool } from 'pg'

// The floor for reads: SQL written by hand for each, sent with only node:http and pg, bypassing row-level security.
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 20 })

const referencedRows = `
  json_build_object('user_id', u.user_id, 'name', u.name, 'phone', u.phone, 'img', u.img, 'bonus_score', u.bonus_score) as user_obj,
  json_build_object('order_type_id', t.order_type_id, 'icon', t.icon, 'value', t.value) as type_obj,
  json_build_object('merchant_id', m.merchant_id, 'name', m.name, 'logo', m.logo, 'contact', m.contact, 'address', m.address,
    'delivery', m.delivery, 'use_balance', m.use_balance) as merchant_obj,
  json_build_object('order_status_id', s.order_status_id, 'status', s.status, 'value', s.value, 'color', s.color) as status_obj,
  json_build_object('courier_id', c.courier_id, 'phone', c.phone, 'name', c.name, 'img', c.img) as courier_obj,
  json_build_object('pay_type_id', p.pay_type_id, 'name', p.name, 'odd', p.odd) as pay_type_obj`
const links = `
  left join "user" u on u.company = o.company and u.user_id = o."user" left join order_type t on t.order_type_id = o.type
  left join merchant m on m.company = o.company and m.merchant_id = o.merchant
  left join order_status s on s.company = o.company and s.order_status_id = o.order_status
  left join courier c on c.company = o.company and c.courier_id = o.courier
  left join pay_type p on p.company = o.company and p.pay_type_id = o.pay_type`
const inPeriod = `o.company = $1 and o."delete" = 0 and o.time_create between $2 and $3`
const report = `o.order_id, o."user", o.type, o.merchant, o.destination_address, o.cost, o.discount, o.bonus, o.promocode_amount,
  o.total, o.promocode, o.paid, o.order_status, o.time_create, o.last_time, o.time_finish, o.time_delivery, o.courier, o.pay_type`

const rows = (columns: string, where: string, order: string): string =>
  `select coalesce(json_agg(x), '[]')::text as data from (select ${columns}, ${referencedRows} from "order" o ${links}
   where ${where} order by ${order}) x`
const count = `select count(*)::int as count from (select from "order" o where ${inPeriod} limit 10001) x`
const sums = `select json_build_object('count', count(*), 'discount', sum(discount), 'bonus', sum(bonus),
  'promocode_amount', sum(promocode_amount), 'total', sum(total))::text as data from "order" o where ${inPeriod}`

/** Rows, history and feed in one statement. */
const save = `with given as (select * from jsonb_to_recordset($2::jsonb) as g(order_id bigint, comment text)),
  old as (select o.order_id, o.comment from "order" o join given g on g.order_id = o.order_id
    where o.company = $1 and o."delete" = 0 for update of o),
  saved as (update "order" o set comment = g.comment, revision = o.revision + 1, last_time = now()
    from given g where o.company = $1 and o."delete" = 0 and o.order_id = g.order_id returning o.*),
  made as (insert into change (company, app, records) values ($1, 'bare', '{"order": 60}') returning change_id),
  history as (insert into audit_row (change_id, company, table_name, row_key, action, before, after)
    select m.change_id, $1, 'order', s.order_id::text, 'Update', jsonb_build_object('comment', o.comment),
      jsonb_build_object('comment', s.comment, 'revision', s.revision) from saved s join old o on o.order_id = s.order_id, made m),
  counter as (insert into feed_counter (company, last) values ($1, 1)
    on conflict (company) do update set last = feed_counter.last + 1 returning last),
  feed as (insert into company_feed (company, number, change_id, touched)
    select $1, c.last, m.change_id, (select jsonb_agg(jsonb_build_array('order', order_id)) from given) from counter c, made m)
  select json_agg(s)::text as data from saved s`

const statements: Record<string, readonly string[]> = {
  list: [rows(report, inPeriod, 'o.time_create desc limit 15'), count],
  sums: [rows(report, inPeriod, 'o.time_create desc limit 15'), sums],
  board: [rows('o.*', inPeriod, 'o.time_create desc limit 200')],
  key: [rows('o.*', 'o.company = $1 and o."delete" = 0 and o.order_id = $2', 'o.order_id')],
  save: [save],
}

async function answer(name: string, values: unknown[]): Promise<string> {
  const texts = statements[name] ?? []
  const asked = texts.map((text, index) => pool.query<{ data?: string }>({ name: `${name}_${index}`, text, values }))
  const found = await Promise.all(asked)
  return `{"data":${found.map(({ rows: [row] }) => row?.data ?? JSON.stringify(row)).join()}}`
}

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const { name, values } = JSON.parse(Buffer.concat(parts).toString()) as { name: string; values: unknown[] }
    void answer(name, values).then((text) => response.setHeader('content-type', 'application/json').end(text))
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`bare http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}\n`)
})
process.once('SIGTERM', () => process.exit(0))
