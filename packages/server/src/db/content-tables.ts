/** What pictures need besides their files. */
export const contentTables: string[] = [
  // How often somebody did what may be done only so often within an hour.
  `create table rate_limit (
    what text not null,
    who text not null,
    since timestamptz not null default now(),
    times integer not null default 1,
    primary key (what, who)
  )`,
  `grant select, insert, update, delete on rate_limit to tiffin_app, tiffin_worker`,
]
