-- People who registered, or joined by invitation, themselves: no owner sets how they sign in. Others were created by a company.
create table own_account (
  admin bigint primary key references admin (admin_id) on delete cascade
);
grant select, insert on own_account to tiffin_app, tiffin_worker;
insert into own_account (admin)
  select admin from verified_contact where kind = 'mail'
  union select a.admin_id from invitation i join admin a on lower(a.email) = lower(i.email) where i.accepted is not null;
