import type { Command } from 'commander'
import { action, type App } from '../call.ts'
import { withExamples } from '../help.ts'
import type { AdminOptions, DbOptions, FileOptions } from '../services/maintenance.ts'

const HOME = ['--home <folder>', 'folder of the embedded database (TIFFIN_HOME)'] as const

/** `admin create`, `db init`, `backup` and `restore`: they access the database directly, whether or not a server is running. */
export function addMaintenance(program: Command, app: App): void {
  const admin = program.command('admin').description('people who may sign in')
  withExamples(admin.command('create').description('make an administrator, straight in the database of this machine'), [
    ['tiffin admin create --login ann', 'of the platform; a password is made up and shown once'],
    ['tiffin admin create --login bob --owner-of 3', 'the owner of a company'],
    ['tiffin admin create --login cy --operator-of 3 --password-stdin < password.txt', 'with a password of your own'],
  ])
    .option('--login <name>', 'name to sign in with')
    .option('--name <name>', 'first name, for others to see')
    .option('--password-stdin', 'read the password from standard input (or set TIFFIN_PASSWORD)')
    .option('--owner-of <company>', 'make an owner of this company instead of a platform administrator')
    .option('--operator-of <company>', 'make an operator of this company instead')
    .option(...HOME)
    .action(action<AdminOptions>(app, async (call) => (await import('../services/maintenance.ts')).createAdministrator(call)))

  const db = program.command('db').description('the database')
  withExamples(db.command('init').description('make the roles and the database on a PostgreSQL of your own'), [
    ['tiffin db init --admin-url postgres://postgres@db.example.com/postgres', 'prints the three addresses for the server'],
    ['tiffin db init --admin-url … --yes > tiffin.env', 'as a file of settings'],
  ])
    .option('--admin-url <address>', 'connection that may make roles and databases (or set DATABASE_ADMIN_URL)')
    .option('--database <name>', 'name of the database', 'tiffin')
    .action(action<DbOptions>(app, async (call) => (await import('../services/maintenance.ts')).initDatabase(call)))

  withExamples(program.command('backup <file>').description('keep everything in one file; the server may go on working'), [
    ['tiffin backup tiffin-today.backup', 'to a file that only you can read'],
    ['tiffin backup - | ssh elsewhere "cat > tiffin.backup"', 'to standard output'],
  ])
    .option(...HOME)
    .action(action<FileOptions>(app, async (call) => (await import('../services/maintenance.ts')).createBackup(call)))

  withExamples(program.command('restore <file>').description('put a backup in the place of what the database holds'), [
    ['tiffin restore tiffin-today.backup', 'into an empty database'],
    ['tiffin restore tiffin-today.backup --force --yes', 'replacing what is there, without asking'],
    ['tiffin restore tiffin-today.backup --dry-run', 'only check the file and say what is in it'],
  ])
    .option('--force', 'replace what the database holds')
    .option(...HOME)
    .action(action<FileOptions>(app, async (call) => (await import('../services/maintenance.ts')).restore(call)))
}
