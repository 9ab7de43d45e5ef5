import type { Ports } from '../ports.ts'
import { type Conflict, conflictKey, readConflict, withConflict } from './conflicts.ts'
import { type DiskPorts, storedTexts, readJson } from './disk.ts'

/** Stores refused offline changes until staff have decided about them, on disk if there is one (MOON-04). */
export interface Tray {
  put(conflict: Conflict): void
  drop(key: string): void
  /** Takes over conflicts of an earlier run or another tab. */
  restore(): void
}

/** Tells other tabs that a conflict has been decided, since each may show it. */
const CONFLICT_DECIDED = 'conflict_decided'
interface DecidedEntry {
  type: typeof CONFLICT_DECIDED
  key: string
}
const isDecided = (message: unknown): message is DecidedEntry => (message as DecidedEntry | null)?.type === CONFLICT_DECIDED

export function createTray(options: {
  ports: DiskPorts & Pick<Ports, 'tabs'>
  owner: () => string
  get: () => readonly Conflict[]
  set: (tray: readonly Conflict[]) => void
  onPut: (tray: readonly Conflict[]) => void
}): Tray {
  const { ports, owner, get, set, onPut } = options
  const kept = storedTexts(ports, 'tray', owner)
  const has = (key: string): boolean => get().some((conflict) => conflictKey(conflict) === key)
  const forget = (key: string): void => set(get().filter((conflict) => conflictKey(conflict) !== key))
  ports.tabs?.watch((message) => isDecided(message) && forget(message.key))

  return {
    put(conflict) {
      const tray = withConflict(get(), conflict)
      set(tray)
      kept.put(conflictKey(conflict), JSON.stringify(tray.at(-1)))
      onPut(tray)
    },
    drop(key) {
      if (!has(key)) return
      for (const text of kept.all()) if (text.key === key) text.remove()
      forget(key)
      ports.tabs?.post({ type: CONFLICT_DECIDED, key } satisfies DecidedEntry)
    },
    restore() {
      const left = kept.all().flatMap(({ text }) => readConflict(readJson(text())) ?? [])
      const more = left.filter((conflict) => !has(conflictKey(conflict))).toSorted((a, b) => a.at - b.at)
      if (more.length > 0) set([...get(), ...more])
    },
  }
}
