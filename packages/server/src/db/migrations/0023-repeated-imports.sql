-- Imports that created records, by the content of their file: imported again, it would create each of them twice.
create table imported_file (
  import_id uuid primary key,
  company bigint references company (company_id) on delete cascade,
  table_name text not null,
  -- SHA-256 of the file in hexadecimal.
  file text not null,
  admin bigint references admin (admin_id) on delete set null,
  created integer not null,
  -- The time of the change that it made.
  at timestamptz not null default now()
);
create index on imported_file (file, table_name);
create index on imported_file (company);
create index on imported_file (admin);
alter table imported_file enable row level security;
alter table imported_file force row level security;
create policy own_company on imported_file to tiffin_app, tiffin_worker
  using (company is not distinct from (select nullif(current_setting('tiffin.company', true), '')::bigint))
  with check (company is not distinct from (select nullif(current_setting('tiffin.company', true), '')::bigint));
create policy owner on imported_file to tiffin_owner using (true) with check (true);
grant select, insert on imported_file to tiffin_app;
grant select, delete on imported_file to tiffin_worker;
