import type { Ports } from '../ports.ts'

/** A text that survives a restart. */
interface StoredText {
  key: string
  text(): string | undefined
  remove(): void
}

export interface StoredTexts {
  all(): readonly StoredText[]
  /** Stores a text. Returns undefined if the disk is full, instead of throwing, so that work can continue. */
  put(key: string, text: string): StoredText | undefined
}

export type DiskPorts = Pick<Ports, 'moves' | 'log'>

/** The texts with one name and owner. Without a disk they are lost when the program ends. */
export function storedTexts({ moves: storage, log }: DiskPorts, name: string, owner: () => string): StoredTexts {
  if (!storage) return { all: () => [], put: (key, text) => ({ key, text: () => text, remove() {} }) }
  const place = (): string => `${name}.${owner()}.`
  // Remove by the full key: the response may arrive when another company's board is open.
  const kept = (key: string, whole = place() + key): StoredText => ({
    key,
    text: () => storage.get(whole),
    remove: () => storage.set(whole, undefined),
  })
  return {
    all: () => storage.keys(place()).map((whole) => kept(whole.slice(place().length), whole)),
    put(key, text) {
      const entry = kept(key)
      try {
        storage.set(place() + key, text)
        return entry
      } catch (error) {
        log(`can't write ${name} to disk`, error)
        return undefined
      }
    },
  }
}

/** Parses a text; undefined if it was not written completely. */
export function readJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

export interface StoredEntry<E> {
  entry: E
  remove(): void
}

/** Disk storage for the entries of an outbox. */
export interface Disk<E> {
  all(): readonly StoredEntry<E>[]
  /** Returns a function that removes the entry; undefined if the disk is full. */
  add(entry: E): (() => void) | undefined
}

const SEQUENCE_DIGITS = 10
const sequenceOf = ({ key }: StoredText): number => Number(key.split('.').at(-2)) || 0

/**
 * One text per entry, so that two programs with the same storage do not overwrite each other. Keys are counters rather
 * than times, because the clocks of small kitchen machines restart at zero after a power cut.
 */
export function storedEntries<E extends { intent_id: string }>(options: {
  ports: DiskPorts
  name: string
  owner: () => string
  /** Parses an entry; undefined for entries of another version that can't be read. */
  read: (value: unknown) => E | undefined
}): Disk<E> {
  const { ports, name, owner, read } = options
  const texts = storedTexts(ports, name, owner)
  const inOrder = (): StoredText[] => texts.all().toSorted((a, b) => sequenceOf(a) - sequenceOf(b))
  return {
    all: () =>
      inOrder().flatMap(({ text, remove }) => {
        const entry = read(readJson(text()))
        return entry ? [{ entry, remove }] : []
      }),
    add(entry) {
      const last = inOrder().at(-1)
      const sequence = String((last ? sequenceOf(last) : 0) + 1).padStart(SEQUENCE_DIGITS, '0')
      return texts.put(`${sequence}.${entry.intent_id}`, JSON.stringify(entry))?.remove
    },
  }
}
