-- A token is stored hashed, like the secret of a session: the server only compares it.
update merchant set token = encode(sha256(convert_to(token, 'UTF8')), 'hex') where token <> '';
-- Nobody has seen the token of a new merchant: `Merchant/newToken` shows another one.
alter table merchant alter column token set default encode(sha256(convert_to((gen_random_uuid())::text, 'UTF8')), 'hex');
-- The key of payment pages is made again if TIFFIN_SECRET_KEY was lost.
grant update on server_key to tiffin_app, tiffin_worker;
