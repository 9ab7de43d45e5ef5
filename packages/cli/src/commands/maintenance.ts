import type { Command } from 'commander'
import { action } from '../action.ts'
import type { App } from '../call.ts'
import { withExamples } from '../help.ts'
import type { AdminOptions, DbOptions, FileOptions } from '../services/maintenance.ts'

const HOME = ['--home <folder>', 'folder of the embedded database (TIFFIN_HOME)'] as const

/** `admin create`, `db init`, `backup` and `restore`: they access the database directly, with or without a running server. */
export function addMaintenance(program: Command, app: App): void {
  const admin = program.command('admin').description('manage administrators')
  withExamples(admin.command('create').description('create an administrator directly in the local database'), [
    ['tiffin admin create --login ann', 'a platform administrator; a password is generated and shown once'],
    ['tiffin admin create --login bob --owner-of 3', 'a company owner'],
    ['tiffin admin create --login cy --operator-of 3 --password-stdin < password.txt', 'with your own password'],
  ])
    .option('--login <name>', "new administrator's login")
    .option('--name <name>', 'first name, shown to others')
    .option('--password-stdin', 'read the password from standard input (or set TIFFIN_PASSWORD)')
    .option('--owner-of <company>', 'create an owner of this company instead of a platform administrator')
    .option('--operator-of <company>', 'create an operator of this company instead')
    .option(...HOME)
    .action(action<AdminOptions>(app, async (call) => (await import('../services/maintenance.ts')).createAdministrator(call)))

  const db = program.command('db').description('set up the database')
  withExamples(db.command('init').description('create the roles and the database on your own PostgreSQL server'), [
    ['tiffin db init --admin-url postgres://postgres@db.example.com/postgres', 'prints the three database URLs for the server'],
    ['tiffin db init --admin-url … --yes > tiffin.env', 'saves the settings to a file'],
  ])
    .option('--admin-url <address>', 'address of a role that can create roles and databases (or set DATABASE_ADMIN_URL)')
    .option('--database <name>', 'database name', 'tiffin')
    .action(action<DbOptions>(app, async (call) => (await import('../services/maintenance.ts')).initDatabase(call)))

  withExamples(program.command('backup <file>').description('back up the server to one file; it can keep running'), [
    ['tiffin backup tiffin-today.backup', 'to a file that only you can read'],
    ['tiffin backup - | ssh elsewhere "cat > tiffin.backup"', 'to standard output'],
  ])
    .option(...HOME)
    .action(action<FileOptions>(app, async (call) => (await import('../services/maintenance.ts')).createBackup(call)))

  withExamples(program.command('restore <file>').description('restore the database from a backup'), [
    ['tiffin restore tiffin-today.backup', 'into an empty database'],
    ['tiffin restore tiffin-today.backup --force --yes', 'replaces existing data without confirmation'],
    ['tiffin restore tiffin-today.backup --dry-run', 'only check the file and show what it contains'],
  ])
    .option('--force', 'replace existing data')
    .option(...HOME)
    .action(action<FileOptions>(app, async (call) => (await import('../services/maintenance.ts')).restore(call)))
}
