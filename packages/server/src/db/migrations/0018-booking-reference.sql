-- outside a transaction
-- A refund or a dispute names its payment by the reference of the booking; its company is not known yet.
create index concurrently if not exists booking_reference on "booking" ("reference");
