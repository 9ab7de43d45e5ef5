import type { Writable } from 'node:stream'
import { promptText, confirm, readPassword } from '../prompt.ts'
import type { Call } from '../call.ts'
import { exitCodes, failure, missingFlag, wrongUsage } from '../failure.ts'
import { createProgress, formatProgress } from '../progress.ts'
import type { Result } from '../results/result.ts'
import { loadServer } from './load-server.ts'
import { readFromFile, writeToFile, makeOutputPrivate, openFile, serverEnv } from './local-server.ts'

export interface AdminOptions {
  login?: string
  name?: string
  passwordStdin?: boolean
  ownerOf?: string
  operatorOf?: string
  home?: string
}
export interface DbOptions {
  adminUrl?: string
  database: string
}
export interface FileOptions {
  home?: string
  force?: boolean
}

/** Creates an administrator; without a given password, generates one and shows it only once (AMB-039). */
export async function createAdministrator(call: Call<AdminOptions>): Promise<Result> {
  const { io, options } = call
  const { ownerOf, operatorOf } = options
  if (ownerOf !== undefined && operatorOf !== undefined)
    throw wrongUsage("%1 and %2 can't be used together", { params: ['--owner-of', '--operator-of'] })
  const company = ownerOf ?? operatorOf
  if (company !== undefined && !/^\d{1,15}$/.test(company)) throw wrongUsage('Invalid company ID: %1', { params: [company] })
  const login = options.login ?? (await promptText(call, 'Login', '--login'))
  const given = options.passwordStdin === true || io.env['TIFFIN_PASSWORD'] !== undefined
  const password = given ? await readPassword(call, options.passwordStdin, 'Password') : undefined
  const role = company === undefined ? 1 : 2
  const company_role = ownerOf !== undefined ? 1 : operatorOf !== undefined ? 2 : undefined
  const admin = {
    login,
    password,
    role,
    name: options.name,
    company: company === undefined ? undefined : Number(company),
    company_role,
  } as const
  if (options.dryRun === true) {
    const row = { login, role: role === 1 ? 'platform' : company_role === 1 ? 'owner' : 'operator', company: company ?? null }
    return { rows: [row], single: true, remarks: [call.t('Nothing was changed')] }
  }
  const { createAdmin, openStore, readConfig } = await loadServer()
  const store = await openStore(readConfig(serverEnv(io.env, options)))
  try {
    const made = await createAdmin(store.db, admin)
    if (made.password !== null) makeOutputPrivate()
    const row = { admin_id: made.admin_id, login, ...(made.password === null ? {} : { password: made.password }) }
    const remarks = made.password === null ? [] : [call.t("Save this password now: it won't be shown again")]
    return { rows: [row], single: true, remarks }
  } finally {
    await store.close()
  }
}

/** Creates the roles and the database on an external PostgreSQL, and prints the URLs that the server needs. */
export async function initDatabase(call: Call<DbOptions>): Promise<Result | void> {
  const { io, options, t } = call
  const adminUrl =
    options.adminUrl ?? io.env['DATABASE_ADMIN_URL'] ?? (await promptText(call, 'PostgreSQL address', '--admin-url'))
  const { initialise, randomPassword, roleNames } = await loadServer()
  const plan = t(
    'The roles %1 will get new passwords, and the database %2 will be created if it is missing. Servers with the old passwords will lose their connection',
    [roleNames.join(', '), options.database],
  )
  if (options.dryRun === true) {
    io.err(`${plan}\n${t('Nothing was changed')}\n`)
    return
  }
  if (options.yes !== true) io.err(`${plan}\n`)
  await confirm(call, { text: 'Continue?' })
  const target = URL.parse(adminUrl)
  if (!target || !/^postgres(ql)?:$/.test(target.protocol))
    throw wrongUsage('The address %1 is not valid', { params: [adminUrl] })
  const passwords = { tiffin_owner: randomPassword(), tiffin_app: randomPassword(), tiffin_worker: randomPassword() }
  await initialise(adminUrl, options.database, passwords).catch((error: unknown) => {
    throw failure(exitCodes.failed, 'database_refused')('PostgreSQL said: %1', {
      params: [error instanceof Error ? error.message : String(error)],
      next: ['Enter the address of a role that can create roles and databases'],
    })
  })
  const address = (role: keyof typeof passwords): string => {
    const own = new URL(target.href)
    own.username = role
    own.password = passwords[role]
    own.pathname = `/${options.database}`
    return own.href
  }
  const row = {
    DATABASE_URL: address('tiffin_app'),
    DATABASE_OWNER_URL: address('tiffin_owner'),
    DATABASE_WORKER_URL: address('tiffin_worker'),
  }
  makeOutputPrivate()
  if (options.json !== undefined || options.format !== undefined) return { rows: [row], single: true }
  io.out(
    Object.entries(row)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
}

/** Backs up everything into one file. */
export async function createBackup(call: Call<FileOptions>): Promise<Result | void> {
  const { io, options, args, t } = call
  const file = args[0] ?? '-'
  if (file === '-' && io.outIsTerminal) throw wrongUsage("Can't write a backup to a terminal: send it to a file or a pipe")
  if (options.dryRun === true) throw wrongUsage("%1 can't be used with %2", { params: ['--dry-run', 'backup'] })
  const { createContentStore, dataHome, resolveDatabaseUrls, readConfig, writeBackup } = await loadServer()
  const config = readConfig(serverEnv(io.env, options))
  const content = createContentStore(config, dataHome(config))
  const urls = await resolveDatabaseUrls(config, { existing: true })
  const progress = createProgress(io)
  const began = Date.now()
  try {
    const onProgress = ({ table, done, of }: { table: string; done: number; of: number }) =>
      progress.show(`${formatProgress(done, of, (Date.now() - began) / 1000)} ${table}`)
    const summary = await writeToFile(file, options.yes === true, (out) =>
      writeBackup(urls.owner, out as Writable, { content, onProgress }),
    )
    progress.end()
    const remarks = [t('Backed up: %1 rows of %2 tables, %3 files', [summary.rows, summary.tables, summary.files])]
    if (file !== '-') return { rows: [{ file, ...summary }], single: true, remarks }
    for (const remark of remarks) io.err(`${remark}\n`)
  } finally {
    progress.end()
    await urls.stop()
  }
}

/** Checks a backup and replaces the contents of the database with it. */
export async function restore(call: Call<FileOptions>): Promise<Result> {
  const { io, options, args, t } = call
  const { checkBackup, createContentStore, dataHome, resolveDatabaseUrls, readConfig, restoreBackup } = await loadServer()
  return readFromFile(args[0] ?? '-', async (file) => {
    const open = openFile(file)
    const found = await checkBackup(open)
    if (options.dryRun === true)
      return { rows: [{ ...found }], single: true, remarks: [t('Backup is valid. Nothing was changed')] }
    if (options.force === true && options.yes !== true) {
      if (!io.interactive) throw missingFlag('--yes')
      io.err(
        `${t('Backup from %1: %2 rows of %3 tables. Everything now in the database will be replaced', [found.created, found.rows, found.tables])}\n`,
      )
      await confirm(call, { text: 'Continue?' })
    }
    const config = readConfig(serverEnv(io.env, options))
    const content = createContentStore(config, dataHome(config))
    const urls = await resolveDatabaseUrls(config)
    const progress = createProgress(io)
    const began = Date.now()
    try {
      const onProgress = ({ table, rows }: { table: string; rows: number }) =>
        progress.show(`${formatProgress(rows, found.rows, (Date.now() - began) / 1000)} ${table}`)
      const summary = await restoreBackup(urls.owner, open, { force: options.force === true, content, onProgress })
      progress.end()
      return {
        rows: [{ ...summary }],
        single: true,
        remarks: [t('Restored: %1 rows of %2 tables, %3 files', [summary.rows, summary.tables, summary.files])],
      }
    } finally {
      progress.end()
      await urls.stop()
    }
  })
}
