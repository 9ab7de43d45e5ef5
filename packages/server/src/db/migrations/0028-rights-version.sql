-- Grows with each change of what a person may do, so that a write can tell whether its rights are still those it was checked against.
create table rights_version (
  admin bigint primary key references admin (admin_id) on delete cascade,
  version integer not null
);
grant select, insert, update, delete on rights_version to tiffin_app, tiffin_worker;
