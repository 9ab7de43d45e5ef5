-- After a repair: does not sign in alone until it has been shown along with the new password.
alter table passkey add needs_password boolean not null default false;
