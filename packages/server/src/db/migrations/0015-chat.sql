-- The number of a message in its conversation, without gaps, instead of a text that nothing has used.
alter table "chat_message" drop column "chat_id";
alter table "chat_message" add "chat_id" integer default 0 not null;
update "chat_message" m set "chat_id" = n.number
  from (select uuid, row_number() over (partition by company, user_id order by "date", uuid) as number from "chat_message") n
  where n.uuid = m.uuid;
alter table "chat_message" add unique ("company", "user_id", "chat_id");
-- Unread messages of both sides.
create index on "chat_message" ("company", "user_id", "type") where "status" < 3 and "delete" = 0;

-- A customer's conversation; its row is locked while a message gets its number.
create table chat_conversation (
  company bigint not null,
  user_id bigint not null,
  -- The number of the newest message.
  last integer not null default 0,
  primary key (company, user_id),
  foreign key (company, user_id) references "user" (company, user_id) on delete cascade
);
insert into chat_conversation (company, user_id, last)
  select company, user_id, max(chat_id) from "chat_message" group by company, user_id;
alter table chat_conversation enable row level security;
alter table chat_conversation force row level security;
create policy own_company on chat_conversation to tiffin_app, tiffin_worker
  using (company = (select nullif(current_setting('tiffin.company', true), '')::bigint))
  with check (company = (select nullif(current_setting('tiffin.company', true), '')::bigint));
create policy whole_platform on chat_conversation for select to tiffin_app, tiffin_worker
  using ((select current_setting('tiffin.platform', true) = 'on'));
create policy owner on chat_conversation to tiffin_owner using (true) with check (true);
grant select, insert, update, delete on chat_conversation to tiffin_app, tiffin_worker;

-- The sign-in code of a customer of a company.
create table customer_code (
  company bigint not null references company (company_id) on delete cascade,
  phone text not null,
  code_hash bytea not null,
  guesses integer not null default 0,
  expires timestamptz not null,
  primary key (company, phone)
);
grant select, insert, update, delete on customer_code to tiffin_app, tiffin_worker;

-- A signed-in customer. Found by the token alone, before the company is known, so there is no row security.
create table customer_session (
  token_hash bytea primary key,
  company bigint not null,
  user_id bigint not null,
  created timestamptz not null default now(),
  expires timestamptz not null,
  foreign key (company, user_id) references "user" (company, user_id) on delete cascade
);
create index on customer_session (company, user_id);
grant select, insert, update, delete on customer_session to tiffin_app, tiffin_worker;
