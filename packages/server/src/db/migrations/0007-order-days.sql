-- Sums of orders by the day on which they are due, in the company's time zone, without deleted orders (AMB-216).
create table order_day (
  company bigint not null references company (company_id) on delete cascade,
  day date not null,
  merchant bigint not null,
  order_status bigint not null,
  orders bigint not null,
  total numeric not null,
  discount numeric not null,
  bonus numeric not null,
  promocode_amount numeric not null,
  delivery numeric not null,
  primary key (company, day, merchant, order_status)
);

-- Changes that are not yet in order_day. They have the time instead of the day, so that writers need not know the time zone.
create table order_day_delta (
  order_day_delta_id bigint generated always as identity primary key,
  company bigint not null references company (company_id) on delete cascade,
  merchant bigint not null,
  order_status bigint not null,
  time_finish timestamptz not null,
  orders bigint not null,
  total numeric not null,
  discount numeric not null,
  bonus numeric not null,
  promocode_amount numeric not null,
  delivery numeric not null
);
create index order_day_delta_by_company on order_day_delta (company);

-- Companies whose order_day and order_day_delta together have all orders, and the time zone of their days. The row is also the
-- lock under which they are folded and built.
create table order_day_build (
  company bigint primary key references company (company_id) on delete cascade,
  timezone text not null
);

alter table order_day enable row level security;
alter table order_day force row level security;
create policy own_company on order_day to tiffin_app, tiffin_worker
  using (company = (select nullif(current_setting('tiffin.company', true), '')::bigint))
  with check (company = (select nullif(current_setting('tiffin.company', true), '')::bigint));
create policy owner on order_day to tiffin_owner using (true) with check (true);
alter table order_day_delta enable row level security;
alter table order_day_delta force row level security;
create policy own_company on order_day_delta to tiffin_app, tiffin_worker
  using (company = (select nullif(current_setting('tiffin.company', true), '')::bigint))
  with check (company = (select nullif(current_setting('tiffin.company', true), '')::bigint));
create policy owner on order_day_delta to tiffin_owner using (true) with check (true);
alter table order_day_build enable row level security;
alter table order_day_build force row level security;
create policy own_company on order_day_build to tiffin_app, tiffin_worker
  using (company = (select nullif(current_setting('tiffin.company', true), '')::bigint))
  with check (company = (select nullif(current_setting('tiffin.company', true), '')::bigint));
create policy owner on order_day_build to tiffin_owner using (true) with check (true);
grant select on order_day, order_day_delta, order_day_build to tiffin_app;
-- The worker purges companies.
grant select, delete on order_day, order_day_delta, order_day_build to tiffin_worker;

-- Changes that leave the sums as they are, such as of a comment, record nothing.
create function record_order_day_delta() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into order_day_delta (company, merchant, order_status, time_finish, orders, total, discount, bonus, promocode_amount, delivery)
    select company, merchant, order_status, time_finish, count(*), sum(total), sum(discount), sum(bonus), sum(promocode_amount), sum(delivery)
    from new_orders where "delete" = 0 group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into order_day_delta (company, merchant, order_status, time_finish, orders, total, discount, bonus, promocode_amount, delivery)
    select company, merchant, order_status, time_finish, -count(*), -sum(total), -sum(discount), -sum(bonus), -sum(promocode_amount), -sum(delivery)
    from old_orders where "delete" = 0 group by 1, 2, 3, 4;
  else
    insert into order_day_delta (company, merchant, order_status, time_finish, orders, total, discount, bonus, promocode_amount, delivery)
    select company, merchant, order_status, time_finish, sum(n), sum(n * total), sum(n * discount), sum(n * bonus), sum(n * promocode_amount), sum(n * delivery)
    from (
      select 1 as n, company, merchant, order_status, time_finish, total, discount, bonus, promocode_amount, delivery from new_orders where "delete" = 0
      union all
      select -1, company, merchant, order_status, time_finish, total, discount, bonus, promocode_amount, delivery from old_orders where "delete" = 0
    ) o group by 1, 2, 3, 4
    having sum(n) <> 0 or sum(n * total) <> 0 or sum(n * discount) <> 0 or sum(n * bonus) <> 0 or sum(n * promocode_amount) <> 0 or sum(n * delivery) <> 0;
  end if;
  return null;
end $$;
revoke all on function record_order_day_delta() from public;
create trigger order_day_inserted after insert on "order" referencing new table as new_orders
  for each statement execute function record_order_day_delta();
create trigger order_day_updated after update on "order" referencing old table as old_orders new table as new_orders
  for each statement execute function record_order_day_delta();
create trigger order_day_deleted after delete on "order" referencing old table as old_orders
  for each statement execute function record_order_day_delta();

-- All orders are gone at once, without deltas: the sums are built again.
create function forget_order_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from order_day_build;
  return null;
end $$;
revoke all on function forget_order_days() from public;
create trigger order_day_truncated after truncate on "order" for each statement execute function forget_order_days();

-- Builds the sums of a company from its orders. Writers do not wait: one statement reads the orders and removes the deltas of the
-- same snapshot, and later deltas stay.
create function build_order_days(own bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare zone text;
begin
  insert into order_day_build (company, timezone) values (own, '') on conflict (company) do update set timezone = '';
  select coalesce(nullif(timezone, ''), 'UTC') into zone from company where company_id = own;
  delete from order_day where company = own;
  with removed as (delete from order_day_delta where company = own)
  insert into order_day (company, day, merchant, order_status, orders, total, discount, bonus, promocode_amount, delivery)
  select company, (time_finish at time zone zone)::date, merchant, order_status,
    count(*), sum(total), sum(discount), sum(bonus), sum(promocode_amount), sum(delivery)
  from "order" where company = own and "delete" = 0 group by 1, 2, 3, 4;
  update order_day_build set timezone = zone where company = own;
end $$;
revoke all on function build_order_days(bigint) from public;
grant execute on function build_order_days(bigint) to tiffin_worker;

-- Companies without sums, or with those of a former time zone.
create function companies_without_order_days() returns setof bigint language sql stable security definer set search_path = public, pg_temp as $$
  select c.company_id from company c left join order_day_build b on b.company = c.company_id
  where b.timezone is distinct from coalesce(nullif(c.timezone, ''), 'UTC') order by 1 $$;
revoke all on function companies_without_order_days() from public;
grant execute on function companies_without_order_days() to tiffin_worker;

-- Moves at most `most` deltas into order_day and returns how many it moved. Skips companies that are being built.
create function fold_order_days(most integer) returns integer language sql security definer set search_path = public, pg_temp as $$
  with taken as (
    select d.order_day_delta_id, (d.time_finish at time zone b.timezone)::date as day
    from order_day_delta d join order_day_build b on b.company = d.company
    order by d.order_day_delta_id limit most for update of d skip locked for share of b skip locked
  ), moved as (
    delete from order_day_delta d using taken t where d.order_day_delta_id = t.order_day_delta_id returning d.*, t.day
  ), folded as (
    insert into order_day as o (company, day, merchant, order_status, orders, total, discount, bonus, promocode_amount, delivery)
    select company, day, merchant, order_status, sum(orders), sum(total), sum(discount), sum(bonus), sum(promocode_amount), sum(delivery)
    from moved group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (company, day, merchant, order_status) do update set orders = o.orders + excluded.orders,
      total = o.total + excluded.total, discount = o.discount + excluded.discount, bonus = o.bonus + excluded.bonus,
      promocode_amount = o.promocode_amount + excluded.promocode_amount, delivery = o.delivery + excluded.delivery
  )
  select count(*)::integer from moved $$;
revoke all on function fold_order_days(integer) from public;
grant execute on function fold_order_days(integer) to tiffin_worker;

-- A zone that the database does not know must not prevent the change: the report then reads the orders.
create function rebuild_order_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from order_day_build where company = new.company_id) then
    begin
      perform build_order_days(new.company_id);
    exception when invalid_parameter_value then
      delete from order_day_build where company = new.company_id;
    end;
  end if;
  return null;
end $$;
revoke all on function rebuild_order_days() from public;
create trigger order_day_timezone after update on company
  for each row when (old.timezone is distinct from new.timezone) execute function rebuild_order_days();
