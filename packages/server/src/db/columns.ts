import type { Entity, Field, FieldKind } from '@tiffin/sdk/contract'
import { entities, MAX_COUNTED_ORDERS } from '@tiffin/sdk/contract'

/** Quotes an identifier of the registry for SQL. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

interface Column {
  type: string
  /** SQL expression that returns the wire form of a stored value; values leave the database only through it. */
  out: (column: string) => string
}

const plain = (column: string): string => column

/** How each kind of field is stored, and its projection (DESIGN §2). */
export const columns: Record<FieldKind, Column> = {
  id: { type: 'bigint', out: plain },
  uuid: { type: 'uuid', out: plain },
  text: { type: 'text', out: plain },
  multilang: { type: 'jsonb', out: plain },
  phone: { type: 'text', out: plain },
  email: { type: 'text', out: plain },
  url: { type: 'text', out: plain },
  int: { type: 'integer', out: plain },
  number: { type: 'double precision', out: plain },
  money: { type: 'numeric(14,2)', out: (column) => `${column}::text` },
  flag: { type: 'smallint', out: plain },
  choice: { type: 'smallint', out: plain },
  word: { type: 'text', out: plain },
  moment: {
    type: 'timestamptz',
    out: (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  },
  date: { type: 'date', out: (column) => `to_char(${column}, 'YYYY-MM-DD')` },
  color: { type: 'text', out: plain },
  image: { type: 'text', out: plain },
  audio: { type: 'text', out: plain },
  files: { type: 'jsonb', out: plain },
  coords: { type: 'jsonb', out: plain },
  json: { type: 'jsonb', out: plain },
  reference: { type: 'bigint', out: plain },
  referenceList: { type: 'jsonb', out: plain },
  secret: { type: 'text', out: plain },
}

/** The company column of a table, or null for rows of the platform. */
export function companyColumn(entity: Entity): string | null {
  if (entity.scope !== 'company') return null
  return 'company' in entity.fields ? 'company' : entity.key
}

export const tables = (): Entity[] =>
  Object.values(entities as Record<string, Entity>).filter((entity) => entity.storage === 'table')

const companyOfTransaction = `nullif(current_setting('tiffin.company', true), '')::bigint`

const membershipOf = (row: string, field: string): string =>
  `(select m.${field} from membership m where m.company = ${companyOfTransaction} and m.admin = ${row}.admin_id)`

const localDay = (company: string, moment: string): string =>
  `(${moment} at time zone coalesce(nullif(${company}.timezone, ''), 'UTC'))::date`

/** SQL of the days left until the due date of a company, in its calendar, as bills count them. */
export const remainingDays = (row: string, moment: string): string =>
  `(${localDay(row, `${row}.due_date`)} - ${localDay(row, moment)})`

/** Values that are computed when read instead of being stored. */
const derived: Record<string, (row: string) => string> = {
  'company.order_count': (row) =>
    `coalesce((select u.value from usage_counter u where u.company = ${row}.company_id and u.name = 'order'), 0)::int`,
  'company.remaining_time': (row) => remainingDays(row, 'now()'),
  'company.used_by': (row) =>
    `(select jsonb_build_object('admin_id', a.admin_id, 'login', a.login, 'name', a.name, 'surname', a.surname, 'img', a.img,
      'others', count(*) over () - 1) from admin a where a.company = ${row}.company_id order by a.active desc nulls last, a.admin_id limit 1)`,
  'user.noted': (row) => `(btrim(${row}.comment) <> '')::int`,
  'user.orders': (row) =>
    `(select count(*)::int from (select from "order" placed where placed.company = ${row}.company
      and placed."user" = ${row}.user_id and placed."delete" = 0 limit ${MAX_COUNTED_ORDERS}) counted)`,
  'admin.company_role': (row) => membershipOf(row, 'company_role'),
  'admin.overrule': (row) => `coalesce(${membershipOf(row, 'overrule')}::int, 0)`,
  'admin.navigation': (row) => `coalesce(${membershipOf(row, 'navigation')}, '[]'::jsonb)`,
  'admin.own_account': (row) => `exists(select from own_account o where o.admin = ${row}.admin_id)::int`,
  'pay_type.pay_system_filled': (row) =>
    `(select coalesce(jsonb_agg(s.key order by s.key), '[]'::jsonb) from jsonb_array_elements(${row}.pay_system_settings) e,
      jsonb_each_text(e) s where s.value <> '')`,
  // Computed by the client, because the first message of a day depends on the messages that it has loaded (AMB-190).
  'chat_message.showdate': () => '0',
}

export const isDerived = (entity: Entity, name: string): boolean => entity.fields[name]?.derived === true

/** SQL of a field in wire form, read from the row named `row`. */
export function projection(entity: Entity, name: string, row: string): string {
  const special = derived[`${entity.name}.${name}`]
  if (special) return special(row)
  const field = entity.fields[name] as Field
  const out = columns[field.kind].out(`${row}.${quote(name)}`)
  return field.nullValue === undefined ? out : `coalesce(${out}, ${field.nullValue})`
}
