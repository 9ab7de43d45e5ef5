import type { Command } from './keymap.ts'

/** An entry of the palette. */
export interface Entry extends Omit<Command, 'keyOnly' | 'applies'> {
  /** Distinguishes it from others of the same name. */
  detail?: string
}

export interface Section {
  title: string
  entries: readonly Entry[]
}

const plain = (text: string): string => text.toLocaleLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')

/** The entries with every word of the text in their name, search terms or section title. */
export function findEntries(sections: readonly Section[], text: string): Section[] {
  const needle = plain(text).split(/\s+/).filter(Boolean)
  if (needle.length === 0) return sections.filter(({ entries }) => entries.length > 0)
  return sections
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ name, keywords }) => {
        const also = (typeof keywords === 'function' ? keywords() : keywords) ?? ''
        const searched = plain(`${title} ${name} ${also}`)
        return needle.every((word) => searched.includes(word))
      }),
    }))
    .filter(({ entries }) => entries.length > 0)
}
