import { onlyFor } from './schema.ts'

/** Deletes at most so many rows that are older than a moment, of all companies, and says how many those were. */
const forget = (name: string, table: string): string =>
  `create function ${name}(until timestamptz, most integer) returns integer language sql security definer set search_path = public, pg_temp as $$
    with gone as (
      delete from ${table} where ctid = any (array(select ctid from ${table} where at < until limit most)) returning 1)
    select count(*)::integer from gone $$`

/** What keeps printing and the tables of the past in order. */
export const upkeepTables: string[] = [
  `alter table print_job add column if not exists retry_at timestamptz`,

  // Rows come in the order of their time, so a few pages of index find the old ones.
  `create index on company_feed using brin (at)`,
  `create index on change using brin (at)`,
  forget('forget_feed', 'company_feed'),
  forget('forget_changes', 'change'),
  forget('forget_audit_rest', 'audit_row_rest'),
  // A month that is over for good goes as a whole; whoever waits for the table longer than this has to come again.
  `create function drop_audit_months(until timestamptz) returns void language plpgsql security definer
    set search_path = public, pg_temp set lock_timeout = '2s' as $$
    declare month regclass;
    begin
      for month in select i.inhrelid::regclass from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'audit_row'::regclass and c.relname ~ '^audit_row_[0-9]{4}_[0-9]{2}$'
          and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= until
      loop
        execute format('drop table %s', month);
      end loop;
    end $$`,
  // The application itself must not be able to forget.
  ...['forget_feed', 'forget_changes', 'forget_audit_rest'].flatMap((name) =>
    onlyFor('tiffin_worker', `${name}(timestamptz, integer)`),
  ),
  ...onlyFor('tiffin_worker', 'drop_audit_months(timestamptz)'),
]
