-- The number of the newest reply that was sent on to the customer's devices.
alter table chat_conversation add pushed integer not null default 0;
-- Replies of before are not sent on.
update chat_conversation set pushed = last;
