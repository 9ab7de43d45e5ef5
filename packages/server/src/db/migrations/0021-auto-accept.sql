alter table "merchant" add "auto_accept" smallint default 0 not null;
