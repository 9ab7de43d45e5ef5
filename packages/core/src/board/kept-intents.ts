import type { Ports } from '../ports.ts'

/** Wishes of one kind that the server has not answered, on disk (MOON-04). */
export interface KeptIntents<I> {
  /** In the order in which they were made. */
  all(): I[]
  /** Whether it outlives the program where it can: a full disk must not stop the work at the board. */
  add(intent: I): boolean
  remove(intentId: string): void
}

const SEQUENCE_DIGITS = 10

/** What a text means; undefined where it was not written to its end. */
export function readJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/**
 * One text an intent, so that a second program with the same storage loses nothing of the first one's. Keys count instead of
 * telling the time: the clocks of small kitchen machines begin anew after a power cut.
 */
export function createKeptIntents<I extends { intent_id: string }>(options: {
  ports: Pick<Ports, 'moves' | 'log'>
  kind: 'move' | 'edit' | 'receipt'
  /** Whose board is open; the intents of others are left alone. */
  owner: () => string
  /** Undefined for what another version has left behind and this one cannot read. */
  read: (value: unknown) => I | undefined
}): KeptIntents<I> {
  const { ports, kind, owner, read } = options
  const { moves: storage } = ports
  if (!storage) return { all: () => [], add: () => true, remove() {} }
  const place = () => `${kind}.${owner()}.`
  const sequenceOf = (key: string): number => Number(key.split('.').at(-2))
  const keys = () => storage.keys(place()).toSorted((a, b) => sequenceOf(a) - sequenceOf(b))

  return {
    all: () => keys().flatMap((key) => read(readJson(storage.get(key))) ?? []),
    add(intent) {
      const next = sequenceOf(keys().at(-1) ?? '.0.') + 1
      const key = `${place()}${String(next).padStart(SEQUENCE_DIGITS, '0')}.${intent.intent_id}`
      try {
        storage.set(key, JSON.stringify(intent))
        return true
      } catch (error) {
        ports.log('what was done could not be kept on disk', error)
        return false
      }
    },
    // Whoever's it is: the answer may come when the board of another company is open already.
    remove(intentId) {
      for (const key of storage.keys(`${kind}.`)) if (key.endsWith(`.${intentId}`)) storage.set(key, undefined)
    },
  }
}
