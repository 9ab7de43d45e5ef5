/** Tickets of exports: each fetches one, once, for the session and the company that it was given to (AMB-005). */
export const exportTables: string[] = [
  `create table export_ticket (
    ticket_hash bytea primary key,
    session bigint not null references session (session_id) on delete cascade,
    company bigint,
    lang text not null,
    params text not null,
    expires timestamptz not null
  )`,
  `create index on export_ticket (session)`,
  `grant select, insert, update, delete on export_ticket to tiffin_app, tiffin_worker`,
]
