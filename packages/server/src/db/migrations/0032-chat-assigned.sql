-- The colleague who is responsible for the conversation; nobody, once they have left the company.
alter table chat_conversation add "admin" bigint;
alter table chat_conversation add foreign key ("company", "admin") references "membership" ("company", "admin") on delete set null ("admin");
create index on chat_conversation ("company", "admin") where "admin" is not null;
