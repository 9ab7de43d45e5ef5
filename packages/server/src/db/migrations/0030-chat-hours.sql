alter table "company" add "chat_hours" jsonb;
-- The usual reply time reads the messages of the last days.
create index on "chat_message" ("company", "date");
