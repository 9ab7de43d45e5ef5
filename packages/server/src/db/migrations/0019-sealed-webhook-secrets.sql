-- Secrets are encrypted with the key of the installation, as base64; a server encrypts those of before when it starts. One that
-- nobody has seen need not be kept.
alter table webhook_state alter column secret drop not null;
update webhook_state s set secret = null from webhook w where w.webhook_id = s.webhook and w.secret_shown is null;
