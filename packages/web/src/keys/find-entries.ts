import type { Command } from './keymap.ts'

/** A line of the palette. */
export interface Entry extends Omit<Command, 'keyOnly' | 'applies'> {
  /** What tells it from others of its name. */
  detail?: string
}

export interface Section {
  title: string
  entries: readonly Entry[]
}

const plain = (text: string): string => text.toLocaleLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')

/** The entries that have every word of the text in their name, their other words or their section's. */
export function findEntries(sections: readonly Section[], text: string): Section[] {
  const wanted = plain(text).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return sections.filter(({ entries }) => entries.length > 0)
  return sections
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ name, words }) => {
        const also = (typeof words === 'function' ? words() : words) ?? ''
        const said = plain(`${title} ${name} ${also}`)
        return wanted.every((word) => said.includes(word))
      }),
    }))
    .filter(({ entries }) => entries.length > 0)
}
