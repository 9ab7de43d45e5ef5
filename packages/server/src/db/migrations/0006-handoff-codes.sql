alter table "company" add "handoff_codes" smallint default 0 not null;
alter table "order" add "handoff_reason" text default '' not null;

-- The hand-off codes of deliveries. Apart from the orders, so that no list, export, history or live update contains one (KDS-13).
create table order_handoff (
  company bigint not null,
  order_id bigint not null,
  code text not null,
  wrong smallint not null default 0,
  primary key (company, order_id),
  foreign key (company, order_id) references "order" (company, order_id) on delete cascade
);
alter table "order_handoff" enable row level security;
alter table "order_handoff" force row level security;
create policy own_company on "order_handoff" to tiffin_app, tiffin_worker
  using ("company" = (select nullif(current_setting('tiffin.company', true), '')::bigint))
  with check ("company" = (select nullif(current_setting('tiffin.company', true), '')::bigint));
create policy owner on "order_handoff" to tiffin_owner
  using (true)
  with check (true);
grant select, insert, update, delete on order_handoff to tiffin_app, tiffin_worker;
