import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface Migration {
  version: number
  /** File name, such as `0002-supplier.sql`. */
  file: string
  text: string
  hash: string
  /** Only if the first line is `-- outside a transaction`: the statements to run one by one. */
  statements?: string[]
}

const OUTSIDE_TRANSACTION = '-- outside a transaction'
const buildsIndex = /^create\s+(?:unique\s+)?index\b/i
const repeatable = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+"?(\w+)"?\s+on\b/i

/** The folder of the SQL files: next to this file, or next to the chunks of the bundled command. */
function migrationsFolder(): string {
  const places = ['migrations', '../migrations'].map((place) => path.join(import.meta.dirname, place))
  const found = places.find((place) => existsSync(place))
  if (found === undefined) throw new Error(`No migrations in ${places.join(' or ')}. Build or install Tiffin again.`)
  return found
}

/** All migrations in order. @throws if their numbers have a gap or a duplicate, or a file can't be repeated after a failure */
export function readMigrations(folder: string = migrationsFolder()): Migration[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return files.toSorted().map((file, index) => {
    const next = String(index + 1).padStart(4, '0')
    if (!file.startsWith(`${next}-`))
      throw new Error(`${file}: the number of this migration must be ${next}. Numbers have no gaps and no duplicates.`)
    return parseMigration(file, readFileSync(path.join(folder, file), 'utf8'))
  })
}

/** Parses a migration from the name and content of its file. */
export function parseMigration(file: string, content: string): Migration {
  // A checkout on Windows may have changed the line ends.
  const text = content.replaceAll('\r\n', '\n')
  const hash = createHash('sha256').update(text).digest('hex')
  const migration = { version: Number(file.slice(0, 4)), file, text, hash }
  return text.startsWith(`${OUTSIDE_TRANSACTION}\n`) ? { ...migration, statements: splitStatements(file, text) } : migration
}

/** Each statement ends with a semicolon at the end of a line. */
function splitStatements(file: string, text: string): string[] {
  if (text.includes('$$')) throw new Error(`${file}: functions belong in a migration that runs in a transaction.`)
  const statements = text
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  for (const statement of statements) {
    if (buildsIndex.test(statement) && !repeatable.test(statement))
      throw new Error(`${file}: write "create index concurrently if not exists <name> on …", so that it can run again.`)
  }
  return statements
}

/** The name of an index that a statement builds concurrently. */
export const indexOf = (statement: string): string | undefined => repeatable.exec(statement)?.[1]
