alter table "order" add "overruled" jsonb default '[]' not null;
alter table "membership" add "overrule" smallint default 0 not null;
