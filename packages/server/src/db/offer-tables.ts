import { protect } from './schema.ts'

/** Which printers the running boards have; written every few seconds, so outside of changes. */
export const offerTables: string[] = [
  `alter table print_job add column if not exists target text not null default ''`,
  `alter table print_job add column if not exists printer text not null default ''`,
  `create table print_console (
    company bigint not null,
    console text not null,
    merchants bigint[],
    printers jsonb not null,
    seen timestamptz not null default now(),
    primary key (company, console)
  )`,
  ...protect('print_console', 'company'),
  `grant select, insert, update, delete on print_console to tiffin_app, tiffin_worker`,
]

/** By which secret a console shows that it holds a ticket; outside of the registry, so that no read or history can name it. */
export const printLeases: string[] = [
  `create table print_lease (
    company bigint not null,
    print_job bigint not null,
    secret_hash bytea not null,
    primary key (company, print_job),
    foreign key (company, print_job) references print_job (company, print_job_id) on delete cascade
  )`,
  ...protect('print_lease', 'company'),
  `grant select, insert, update, delete on print_lease to tiffin_app, tiffin_worker`,
]
