import type { Entity } from '@tiffin/sdk/contract'
import { type Actor, writableFields } from '#rules/index'

/** The fields that a person may import: those that they may change, without secrets, which can't be undone. */
export const importFields = (actor: Actor, entity: Entity): ReadonlySet<string> =>
  new Set([...writableFields(actor, entity)].filter((name) => entity.fields[name]?.kind !== 'secret' && name !== 'company'))

/** The headings of a template: the key, and each field; a text in several languages in English and in the reader's. */
export function templateHeadings(entity: Entity, writable: ReadonlySet<string>, lang: string): string[] {
  const names = Object.keys(entity.fields).filter((name) => writable.has(name) && name !== entity.key)
  const languages = [...new Set(['en', lang])]
  const isText = (name: string): boolean => entity.fields[name]?.kind === 'multilang'
  return [entity.key, ...names.flatMap((name) => (isText(name) ? languages.map((code) => `${name}.${code}`) : [name]))]
}
