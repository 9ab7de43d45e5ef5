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

/** Who has stored which picture, and what it takes; one that several have stored counts for each of them. */
export const storedPictures: string[] = [
  `create table stored_picture (
    who text not null,
    name text not null,
    bytes bigint not null,
    at timestamptz not null default now(),
    primary key (who, name)
  )`,
  `grant select, insert, update, delete on stored_picture to tiffin_app, tiffin_worker`,
]
