-- A command that waits until its user approves it in the console. Its secret is stored hashed; a row lives as long as its code.
create table sign_in_code (
  secret_hash bytea primary key,
  code text not null unique,
  name text not null,
  address text not null,
  expires timestamptz not null,
  -- Who approved it.
  admin bigint references admin (admin_id) on delete cascade
);
create index on sign_in_code (address);
create index on sign_in_code (admin) where admin is not null;
grant select, insert, update, delete on sign_in_code to tiffin_app, tiffin_worker;
