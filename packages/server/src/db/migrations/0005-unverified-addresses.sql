alter table "order" add "destination_unverified" smallint default 0 not null;
