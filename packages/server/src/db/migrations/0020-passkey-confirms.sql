-- A passkey also confirms a change of the person's own sign-in, in place of a code.
alter table passkey_challenge drop constraint passkey_challenge_purpose_check,
  add constraint passkey_challenge_purpose_check check (purpose in ('sign_in', 'second_step', 'add', 'confirm'));
