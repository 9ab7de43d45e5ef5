import type { Client } from 'pg'
import { readApplied } from '#db/migrate'
import type { BackupHeader, Sequences, TableStart } from './frames.ts'

type Queries = Pick<Client, 'query'>

/** Table of applied migrations; the last one is the header's `schema`. */
const VERSIONS = 'schema_version'

/**
 * All tables of the program, ordered so that rows can be inserted: tables referenced by constraints that can't be
 * deferred come first. Partitions are read through their parent.
 */
export async function readTables(client: Queries): Promise<TableStart[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] }>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       (select coalesce(array_agg(t.relname::text), '{}') from pg_constraint k join pg_class t on t.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and not k.condeferrable and k.confrelid <> c.oid) as needs
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> $1
     order by c.relname`,
    [VERSIONS],
  )
  const ordered: TableStart[] = []
  const placed = new Set<string>()
  const waiting = [...rows]
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ needs }) => needs.every((name) => placed.has(name)))
    const [next] = waiting.splice(Math.max(at, 0), 1)
    if (!next) break
    placed.add(next.name)
    ordered.push({ table: next.name, columns: next.columns })
  }
  return ordered
}

export async function readPartitions(client: Queries): Promise<BackupHeader['partitions']> {
  const { rows } = await client.query<BackupHeader['partitions'][number]>(
    `select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
       join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relispartition and c.relkind = 'r' order by c.relname`,
  )
  return rows
}

/** The last value of each sequence; unused sequences are left out. */
export async function readSequences(client: Queries): Promise<Sequences> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/**
 * The last migration of a database; null if it is empty, `preview` if a preview of Tiffin created it, and `foreign` if
 * its tables are not Tiffin's.
 */
export async function readSchemaVersion(client: Queries): Promise<number | null | 'foreign' | 'preview'> {
  const applied = await readApplied(client)
  if (applied.some(({ hash }) => hash === null)) return 'preview'
  if (applied.length > 0) return Math.max(...applied.map(({ version }) => version))
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> $1`,
    [VERSIONS],
  )
  return rows.length > 0 ? 'foreign' : null
}
