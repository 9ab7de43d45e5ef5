import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { quote } from './columns.ts'

export const roleNames = ['tiffin_owner', 'tiffin_app', 'tiffin_worker'] as const
export type RoleName = (typeof roleNames)[number]
export type RolePasswords = Record<RoleName, string>

export const randomPassword = (): string => randomBytes(24).toString('base64url')

/**
 * Creates the three roles and the database, or resets their passwords: the owner of everything (migrations), the
 * application, and the jobs. Only the owner owns anything, and none bypasses row-level security.
 * @param adminUrl connection that may create roles and databases
 */
export async function initialise(adminUrl: string, database: string, passwords: RolePasswords): Promise<void> {
  await withClient(adminUrl, async (admin) => {
    for (const role of roleNames) {
      const { rowCount } = await admin.query('select 1 from pg_roles where rolname = $1', [role])
      const verb = rowCount === 0 ? 'create' : 'alter'
      const password = `'${passwords[role].replaceAll("'", "''")}'`
      await admin.query(`${verb} role ${role} login nosuperuser nocreatedb nocreaterole nobypassrls password ${password}`)
    }
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [database])
    if (rowCount === 0) await admin.query(`create database ${quote(database)} encoding 'UTF8' template template0`)
    // From PostgreSQL 16, only members of a role may transfer ownership to it.
    await admin.query(`grant tiffin_owner to current_user`)
    await admin.query(`alter database ${quote(database)} owner to tiffin_owner`)
    await admin.query(`revoke all on database ${quote(database)} from public`)
    await admin.query(`grant connect on database ${quote(database)} to tiffin_app, tiffin_worker`)
  })
  const inside = new URL(adminUrl)
  inside.pathname = `/${database}`
  await withClient(inside.toString(), async (admin) => {
    await admin.query(`alter schema public owner to tiffin_owner`)
    await admin.query(`revoke all on schema public from public`)
    await admin.query(`grant usage on schema public to tiffin_app, tiffin_worker`)
  })
}

/** Refuses a connection that could bypass row-level security: a superuser, BYPASSRLS, or an owner of tables. */
export async function assertLimitedRole(client: { query: Client['query'] }): Promise<void> {
  const { rows } = await client.query<{ name: string; strong: boolean; owns: boolean }>(
    `select r.rolname as name, r.rolsuper or r.rolbypassrls as strong,
      exists (select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and n.nspname = 'public' and pg_has_role(current_user, c.relowner, 'USAGE')) as owns
     from pg_roles r where r.rolname = current_user`,
  )
  const role = rows[0]
  if (role && !role.strong && !role.owns) return
  throw Object.assign(
    new Error(
      `The database role ${role?.name ?? '?'} has too many privileges: it could read other companies' rows. Connect as tiffin_app (see: tiffin db init).`,
    ),
    { code: 'database_role_too_strong' },
  )
}

async function withClient(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
