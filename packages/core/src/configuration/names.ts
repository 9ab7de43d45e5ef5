import type { Entity, EntityName, Multilang } from '@tiffin/sdk/contract'
import { titleField } from '#rules/row-title'

/** Name of a record that has no text. */
export const UNNAMED = '-'

/**
 * The text by which a record is named: in the language of the file, else in English, else in the first language by code. The
 * order in which languages are stored must not matter.
 */
export function titleOf({ name }: Pick<Entity, 'name'>, row: Readonly<Record<string, unknown>>, language: string): string {
  const value = row[titleField(name as EntityName)]
  if (typeof value !== 'object' || value === null) return typeof value === 'string' && value !== '' ? value : UNNAMED
  const texts = value as Multilang
  const code = [language, 'en', ...Object.keys(texts).toSorted()].find((item) => texts[item])
  return code === undefined ? UNNAMED : (texts[code] ?? UNNAMED)
}

/** Records with the same title get a number behind it, in their order. */
export function uniqueNames(titles: readonly string[]): string[] {
  const taken = new Set(titles)
  const given = new Set<string>()
  return titles.map((title) => {
    let name = title
    for (let number = 2; given.has(name); number += 1) {
      const numbered = `${title} (${number})`
      if (!taken.has(numbered) || given.has(numbered)) name = numbered
    }
    given.add(name)
    return name
  })
}

/** Whether a name is this title, maybe with a number behind it. */
export const isNameOf = (name: string, title: string): boolean =>
  name === title || (name.startsWith(`${title} (`) && /^\d+\)$/.test(name.slice(title.length + 2)))
