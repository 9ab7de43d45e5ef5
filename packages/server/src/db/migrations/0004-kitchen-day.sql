alter table "merchant" add "paused_until" timestamptz;
alter table "merchant" add "busy_until" timestamptz;
alter table "merchant" add "busy_minutes" integer;
