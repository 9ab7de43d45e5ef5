import { protect } from './schema.ts'

/** What kitchens need besides entities: pairing of devices, receipts of orders shown, and what has escalated. */
export const kitchenTables: string[] = [
  // Nothing that was there before is new to anybody.
  `alter table "order" add column if not exists acknowledged smallint not null default 1`,
  `alter table "order" alter column acknowledged set default 0`,
  `alter table "order" add column if not exists ticks jsonb not null default '[]'::jsonb`,
  `alter table "order" add column if not exists escalated integer not null default 0`,
  `alter table company add column if not exists escalate_after integer not null default 5`,
  `alter table merchant add column if not exists escalate_after integer`,

  // The session of a paired device belongs to its company and ends with it.
  `alter table session add column company bigint`,
  `alter table session add foreign key (company, device) references device (company, device_id) on delete cascade`,

  // Who asks to be let in; a row lives as long as its code.
  `create table device_pairing (
    secret_hash bytea primary key,
    code text not null unique,
    name text not null,
    address text not null,
    expires timestamptz not null,
    confirmed boolean not null default false
  )`,
  `create index on device_pairing (address)`,

  // Narrow and written often, so outside of changes (MOON-02).
  `create table order_receipt (
    company bigint not null,
    order_id bigint not null,
    console text not null,
    shown timestamptz not null default now(),
    acknowledged timestamptz,
    admin bigint,
    device bigint,
    primary key (company, order_id, console)
  )`,
  ...protect('order_receipt', 'company'),
  // Each step of an order is taken once, by whichever process is first (KDS-08).
  `create table order_escalation (
    company bigint not null,
    order_id bigint not null,
    step smallint not null,
    at timestamptz not null default now(),
    primary key (company, order_id, step)
  )`,
  ...protect('order_escalation', 'company'),
  `grant select, insert, update, delete on device_pairing, order_receipt, order_escalation to tiffin_app, tiffin_worker`,
  // Housekeeping works for all companies at once, which no other role may.
  `create function forget_receipts(before timestamptz) returns void language sql security definer set search_path = public, pg_temp as $$
    delete from order_receipt where shown < before; delete from order_escalation where at < before $$`,
]

/** Two boards of one person are two; what was kept as an English text becomes a login and its program. */
export const receiptsBySession: string[] = [
  `alter table order_receipt add column session bigint not null default 0, add column app text not null default ''`,
  `alter table order_receipt drop constraint order_receipt_pkey, add primary key (company, order_id, session, console, app)`,
  `update order_receipt set console = substring(console from '^(.*) [(][a-z]+[)]$'),
     app = case substring(console from '[(]([a-z]+)[)]$') when 'terminal' then 'tui' else substring(console from '[(]([a-z]+)[)]$') end
   where console ~ '^.+ [(](web|terminal|cli|api)[)]$'`,
]

/** With another merchant the steps begin anew, and those before stay in the timeline (KDS-08). */
export const repeatedEscalation: string[] = [
  `alter table order_escalation drop constraint order_escalation_pkey, add primary key (company, order_id, step, at)`,
]
