import { randomUUID } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  fchmodSync,
  fstatSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { exitCodes, type Failure, failure } from '../failure.ts'
import { writeErrorAdvice } from '../write-error-advice.ts'
import { findWeb } from '../web-folder.ts'

type Env = Readonly<Record<string, string | undefined>>

/** The environment of a server started here, with overrides from flags. */
export function serverEnv(
  env: Env,
  flags: { port?: string | undefined; host?: string | undefined; home?: string | undefined; insecureLan?: boolean | undefined },
): Env {
  const web = env['TIFFIN_WEB'] ?? findWeb()
  return {
    ...env,
    ...(web === undefined ? {} : { TIFFIN_WEB: web }),
    ...(flags.port === undefined ? {} : { PORT: flags.port }),
    ...(flags.host === undefined ? {} : { HOST: flags.host }),
    ...(flags.home === undefined ? {} : { TIFFIN_HOME: path.resolve(flags.home) }),
    ...(flags.insecureLan === true ? { TIFFIN_INSECURE_LAN: '1' } : {}),
  }
}

/** Repeats within this time count as one signal: parents in the process group forward it again. */
const SAME_SIGNAL_MS = 1000

/** Aborted by the first signal to stop; a second signal ends the process at once. */
export function stopSignal(): AbortSignal {
  const asking = new AbortController()
  let firstSignalAt = 0
  const stop = (): void => {
    if (firstSignalAt > 0 && Date.now() - firstSignalAt > SAME_SIGNAL_MS) process.exit(130)
    firstSignalAt ||= Date.now()
    asking.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  return asking.signal
}

/** Passes `write` a file that appears under its name only when complete; `-` is standard output. */
export async function writeToFile<T>(
  file: string,
  overwrite: boolean,
  write: (out: NodeJS.WritableStream) => Promise<T>,
): Promise<T> {
  if (file === '-') return write(process.stdout)
  return withWriteErrors(file, writeInPlace(file, overwrite, write))
}

/** @throws `file_not_written` if the system refuses it, with what to do */
function withWriteErrors<T>(file: string, writing: Promise<T>): Promise<T> {
  return writing.catch((error: unknown) => {
    const reason = writeErrorAdvice[(error as NodeJS.ErrnoException).code ?? '']
    if (reason === undefined) throw error
    throw failure(exitCodes.failed, 'file_not_written')("Can't write the file %1", { params: [file], next: [reason] })
  })
}

/** Standard output gets all that `write` writes or nothing: a reader of a pipe can't detect a truncated sheet. */
export async function writeToOutput<T>(write: (out: NodeJS.WritableStream) => Promise<T>): Promise<T> {
  const place = path.join(tmpdir(), 'tiffin-output-')
  const folder = await withWriteErrors(place, mkdtemp(place))
  try {
    const whole = path.join(folder, 'whole')
    const result = await withWriteErrors(whole, write(createWriteStream(whole, { mode: 0o600 })))
    await pipeline(createReadStream(whole), process.stdout, { end: false })
    return result
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Makes the file behind standard output private before a password is written into it. */
export function makeOutputPrivate(): void {
  if (fstatSync(process.stdout.fd).isFile()) fchmodSync(process.stdout.fd, 0o600)
}

const fileExists = (file: string): Failure =>
  failure(exitCodes.failed, 'file_exists')('The file %1 already exists', {
    params: [file],
    next: ['Choose another name, or overwrite it with --yes'],
  })

async function writeInPlace<T>(file: string, overwrite: boolean, write: (out: NodeJS.WritableStream) => Promise<T>): Promise<T> {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.isDirectory()) throw Object.assign(new Error(file), { code: 'EISDIR' })
  if (found && !overwrite) throw fileExists(file)
  // Write into a device or pipe directly, because renaming a file over it would replace it.
  if (found && !found.isFile()) return write((await open(file, 'w')).createWriteStream())
  const place = found ? realpathSync(file) : file
  // Two commands that write the same file must not mix their contents.
  const part = `${place}.${randomUUID()}.part`
  try {
    // Backups contain password hashes and all other data.
    const opened = await open(part, 'wx', 0o600)
    const result = await write(opened.createWriteStream({ flush: true }))
    if (!overwrite && existsSync(place)) throw fileExists(file)
    renameSync(part, place)
    return result
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/** Passes `read` a file that can be read twice; standard input (`-`) is buffered in a temporary file. */
export async function readFromFile<T>(file: string, read: (file: string) => Promise<T>): Promise<T> {
  if (file !== '-') {
    if (!existsSync(file)) throw failure(exitCodes.notFound, 'not_found')('File not found: %1', { params: [file] })
    return read(file)
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-restore-'))
  try {
    const copy = path.join(folder, 'backup')
    await pipeline(process.stdin, createWriteStream(copy, { mode: 0o600 }))
    return await read(copy)
  } finally {
    await rm(folder, { recursive: true })
  }
}

export const openFile = (file: string) => () => createReadStream(file)
