-- The plans of imports. A plan belongs to one person, and to the company acted for, if there was one (AMB-227).
create table import_plan (
  import_id uuid primary key,
  admin bigint not null references admin (admin_id) on delete cascade,
  company bigint references company (company_id) on delete cascade,
  table_name text not null,
  file text not null,
  contract integer not null,
  total integer not null,
  received integer not null default 0,
  -- Bytes of the rows, whose sum is limited.
  bytes bigint not null default 0,
  -- Number of rows by kind; null until the plan is made.
  totals jsonb,
  applied boolean not null default false,
  -- A repeated request finds the plan that it opened.
  request text,
  created timestamptz not null default now(),
  expires timestamptz not null
);
create unique index on import_plan (admin, request);
create index on import_plan (company);
create index on import_plan (expires);

-- The rows as they arrive, until the plan is made.
create table import_part (
  import_id uuid not null references import_plan (import_id) on delete cascade,
  part integer not null,
  hash bytea not null,
  -- Emptied when the plan is made; the hash still recognises a repeated part.
  rows jsonb not null,
  primary key (import_id, part)
);

create table import_row (
  import_id uuid not null references import_plan (import_id) on delete cascade,
  row integer not null,
  kind text not null,
  row_key jsonb,
  -- What applying the plan saves.
  saved jsonb,
  -- What the plan shows: values before and after, by field.
  changes jsonb not null,
  refusal jsonb,
  primary key (import_id, row)
);
create index on import_row (import_id, kind, row);

alter table import_plan enable row level security;
alter table import_plan force row level security;
create policy own_plan on import_plan to tiffin_app
  using (admin = (select nullif(current_setting('tiffin.admin', true), '')::bigint)
    and company is not distinct from (select nullif(current_setting('tiffin.company', true), '')::bigint))
  with check (admin = (select nullif(current_setting('tiffin.admin', true), '')::bigint)
    and company is not distinct from (select nullif(current_setting('tiffin.company', true), '')::bigint));
-- The worker purges companies.
create policy own_company on import_plan to tiffin_worker
  using (company = (select nullif(current_setting('tiffin.company', true), '')::bigint));
create policy owner on import_plan to tiffin_owner using (true) with check (true);
alter table import_part enable row level security;
alter table import_part force row level security;
create policy own_plan on import_part to tiffin_app
  using (import_id in (select import_id from import_plan)) with check (import_id in (select import_id from import_plan));
create policy owner on import_part to tiffin_owner using (true) with check (true);
alter table import_row enable row level security;
alter table import_row force row level security;
create policy own_plan on import_row to tiffin_app
  using (import_id in (select import_id from import_plan)) with check (import_id in (select import_id from import_plan));
create policy owner on import_row to tiffin_owner using (true) with check (true);
grant select, insert, update, delete on import_plan, import_part, import_row to tiffin_app;
grant select, delete on import_plan to tiffin_worker;

-- Deletes at most `most` expired plans and returns how many it deleted.
create function forget_imports(before timestamptz, most integer) returns integer language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from import_plan where import_id = any (array(select import_id from import_plan where expires < before limit most))
    returning 1
  ) select count(*)::integer from gone $$;
revoke all on function forget_imports(timestamptz, integer) from public;
grant execute on function forget_imports(timestamptz, integer) to tiffin_worker;
