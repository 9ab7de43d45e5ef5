import { actorOf } from '@tiffin/core'
import { importLanguages } from '@tiffin/core/rules'
import type { DictionaryRow } from '@tiffin/core/import'
import type { Connection } from '../connection.ts'
import { exitCodes, failure, wrongUsage } from '../failure.ts'
import { readRows } from './read-rows.ts'

/** The language given with `--lang`. */
export function textLanguage(lang: string | undefined): string {
  if (lang === undefined || lang === '') throw wrongUsage('Pass the text language with --lang')
  if (!/^[a-z]{2,3}(-[A-Z]{2})?$/.test(lang)) throw wrongUsage('Not a language code: %1', { params: [lang] })
  return lang
}

/** @throws `forbidden_language` if the user may not import this language (DICT-16, PERM-24) */
export async function checkImportLanguage(connection: Connection, lang: string): Promise<void> {
  const own = importLanguages(actorOf(await connection.user()))
  if (own.includes(lang)) return
  const refuse = failure(exitCodes.failed, 'forbidden_language')
  if (lang === 'en') throw refuse("English is the base language and can't be imported")
  throw refuse("You can't edit the language %1", {
    params: [lang],
    next: [
      own.length > 0
        ? { text: 'Your languages: %1', params: [own.join(', ')] }
        : 'Choose your dictionary languages in the profile',
    ],
  })
}

/** All rows of the dictionary with their text in this language. */
export async function readDictionary(connection: Connection, lang: string): Promise<(DictionaryRow & { application: string })[]> {
  const { rows } = await readRows(connection, {
    table: 'dictionary',
    include: [...new Set(['dictionary_id', 'application', 'en', lang, 'revision'])],
    order: [{ field: 'dictionary_id' }],
  })
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
  return rows.map((row) => ({
    dictionary_id: row['dictionary_id'] as number,
    application: textOf(row['application']),
    en: textOf(row['en']),
    text: textOf(row[lang]),
    revision: row['revision'] as number,
  }))
}
