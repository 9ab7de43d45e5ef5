-- outside a transaction
-- A whole phone; the trigram index answers it only through each of its parts.
create index concurrently if not exists user_company_whole_phone on "user" ("company", "phone");
