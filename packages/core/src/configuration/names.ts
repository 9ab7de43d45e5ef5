import type { Entity, EntityName, Multilang } from '@tiffin/sdk/contract'
import { titleField } from '#rules/row-title'
import { localized } from '#rules/text'

/** Name of a record that has no text. */
export const UNNAMED = '-'

/** The text by which a record is named, in the language of the file. */
export const titleOf = ({ name }: Pick<Entity, 'name'>, row: Readonly<Record<string, unknown>>, language: string): string => {
  const value = row[titleField(name as EntityName)]
  const text = typeof value === 'object' && value !== null ? localized(value as Multilang, language) : value
  return typeof text === 'string' && text !== '' ? text : UNNAMED
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
