-- People who registered, or joined by invitation, themselves: no owner sets how they sign in. Others were created by a company.
create table own_account (
  admin bigint primary key references admin (admin_id) on delete cascade
);
grant select, insert on own_account to tiffin_app, tiffin_worker;
insert into own_account (admin)
  select admin from verified_contact where kind = 'mail'
  union select a.admin_id from invitation i join admin a on lower(a.email) = lower(i.email) where i.accepted is not null;

-- Mailboxes and phones that a person ever verified: they share the trials of whoever verified the same one, whatever both change
-- later. Addresses of one mailbox have one hash, which is that of `contactHash`. It outlives the person.
create table trial_contact (
  contact bytea not null,
  admin bigint not null,
  primary key (contact, admin)
);
create index on trial_contact (admin);
grant select, insert on trial_contact to tiffin_app, tiffin_worker;
insert into trial_contact (contact, admin)
  select sha256(convert_to(kind || ' ' || case when kind = 'mail' and domain in ('gmail.com', 'googlemail.com')
    then replace(name, '.', '') || '@gmail.com' else name || domain_part end, 'UTF8')), admin
  from (select kind, admin, regexp_replace(value, '([+].*)?@[^@]*$', '') as name, substring(value from '@([^@]*)$') as domain,
      coalesce(substring(value from '@[^@]*$'), '') as domain_part
    from (select kind, admin, value from verified_contact
      union select 'mail', admin_id, login from admin where login like '%@%') known) parts
  on conflict do nothing;
