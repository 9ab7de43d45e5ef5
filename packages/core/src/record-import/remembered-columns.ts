import type { Client } from '@tiffin/sdk/client'
import { changePersonSettings, readPersonSettings, type StoredSettings } from '#session/person-settings'

/** How a person imported a file with these headings. */
export interface RememberedColumns {
  table: string
  headings: readonly string[]
  /** The field of each column, such as `name.ru`; null if the column is skipped. */
  paths: readonly (string | null)[]
  /** The field that matches rows with records; empty if each row creates a record. */
  keyField: string
  clearEmpty: boolean
  /** The values that replace texts of the file, by the path of their column. */
  meanings: Readonly<Record<string, Readonly<Record<string, string | number>>>>
}

const MAX_REMEMBERED = 30
const MAX_COLUMNS = 200

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((item) => typeof item === 'string')
const isMeanings = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (texts) =>
      typeof texts === 'object' &&
      texts !== null &&
      Object.values(texts as object).every((item) => typeof item === 'string' || typeof item === 'number'),
  )

function isRemembered(value: unknown): value is RememberedColumns {
  const { table, headings, paths, keyField, clearEmpty, meanings } = (value ?? {}) as Partial<RememberedColumns>
  return (
    typeof table === 'string' &&
    isTexts(headings) &&
    Array.isArray(paths) &&
    isTexts(paths.filter((path) => path !== null)) &&
    paths.length === headings.length &&
    typeof keyField === 'string' &&
    typeof clearEmpty === 'boolean' &&
    isMeanings(meanings)
  )
}

const rememberedOf = ({ imports }: StoredSettings): RememberedColumns[] =>
  Array.isArray(imports) ? imports.filter(isRemembered) : []

type File = Pick<RememberedColumns, 'table' | 'headings'>
const plain = (heading: string): string => heading.trim().toLowerCase()
const namesOf = ({ headings }: File): string => JSON.stringify(headings.map(plain).toSorted())
const isAlike = (item: File, other: File): boolean => item.table === other.table && namesOf(item) === namesOf(other)

/** How the user last imported a file with the same headings, in any order; invalid entries are dropped. */
export async function readRememberedColumns(client: Client, admin: number, file: File): Promise<RememberedColumns | undefined> {
  const found = rememberedOf(await readPersonSettings(client, admin)).find((item) => isAlike(item, file))
  if (!found) return undefined
  const pathOf = new Map(found.headings.map((name, column) => [plain(name), found.paths[column] ?? null]))
  const paths = file.headings.map((name) => pathOf.get(plain(name)) ?? null)
  return { ...found, headings: file.headings, paths }
}

/** Remembers how a file was imported, for the next one with the same headings. The user's other devices have it too. */
export async function rememberColumns(client: Client, admin: number, columns: RememberedColumns): Promise<void> {
  if (columns.headings.length > MAX_COLUMNS || new Set(columns.headings.map(plain)).size < columns.headings.length) return
  await changePersonSettings(client, admin, (settings) => {
    const others = rememberedOf(settings).filter((item) => !isAlike(item, columns))
    return { ...settings, imports: [columns, ...others].slice(0, MAX_REMEMBERED) }
  })
}
