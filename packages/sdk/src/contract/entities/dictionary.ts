import * as z from 'zod'
import { defineEntity, type Row } from '../entity.ts'
import { flag, id, json, languageCode, text, word } from '../field.ts'
import { MAX_DICTIONARY_TEXT } from '../limits.ts'

/** A language of the platform; sent before sign-in (API-04). */
export const globalLang = defineEntity('global_lang', {
  key: 'global_lang_id',
  scope: 'global',
  access: { read: 'public', write: 'platform' },
  search: ['name', 'code'],
  unique: [['code']],
  fields: {
    global_lang_id: id(),
    name: text({ required: true, max: 100 }),
    code: { ...text({ required: true }), schema: languageCode },
    google_code: text({ max: 10 }),
    dir: word(['ltr', 'rtl'], { initial: 'ltr' }),
    support: flag(),
  },
})
export type GlobalLang = Row<typeof globalLang>

/**
 * A text in all languages, found by its English form. On the wire every language of `global_lang` is a separate field, which
 * the server maps to `texts`. Each user changes only the languages in their `dictionary_edit`.
 */
export const dictionary = defineEntity('dictionary', {
  key: 'dictionary_id',
  scope: 'global',
  access: { read: 'signedIn', write: 'platform' },
  search: ['texts'],
  fields: {
    dictionary_id: id(),
    /** admin, store, courier, server, or another (AMB-179). */
    application: text({ max: 100 }),
    /** Number of placeholders `%1`, `%2` … in the text. */
    params: text({ max: 100 }),
    texts: json(z.record(languageCode, z.string().max(MAX_DICTIONARY_TEXT)), { initial: {} }),
  },
})
export type Dictionary = Row<typeof dictionary>
