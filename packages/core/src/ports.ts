import type { Clock } from '@tiffin/sdk/client'

export type { Clock }

/** Small texts that outlive the program: the browser's storage, or a file that only its owner can read. */
export interface Storage {
  get(key: string): string | undefined
  /** `undefined` takes the key away. */
  set(key: string, value: string | undefined): void
  /** `set` of a large text without holding up the screen; a later `set` counts. Left out where `set` is quick enough. */
  setLater?(key: string, value: string): Promise<void>
}

/**
 * Texts of which each is written whole or not at all, survives a power cut, and is found again by the beginning of its key:
 * moves under way and the last known board (MOON-04). Another program on this machine may write beside this one.
 */
export interface ListedStorage extends Storage {
  keys(prefix: string): readonly string[]
}

/** An encrypted draft; `at` is when it was typed, in ms. */
export interface StoredDraft {
  key: string
  at: number
  data: Uint8Array
}

/** Keeps drafts through crashes of the program; its tabs share them. Rejects where storage is full or forbidden. */
export interface DraftStorage {
  all(): Promise<readonly StoredDraft[]>
  put(draft: StoredDraft): Promise<void>
  remove(key: string): Promise<void>
  /** Takes a draft for this tab until it ends or the answer is called; undefined while another tab has it. */
  claim(key: string): Promise<(() => void) | undefined>
  /** The keys that tabs have taken. */
  claimed(): Promise<ReadonlySet<string>>
}

/** Whether the device believes to have a network; the answer of `watch` stops it. */
export interface Connectivity {
  watch(onChange: (online: boolean) => void): () => void
}

/** Plays the sound of a status: `builtin:alarm`, or the address of a file (BOARD-45, API-40). */
export interface Sound {
  /** `loud` when nobody has reacted to a new order for minutes (KDS-08). */
  alarm(source: string, loud?: boolean): void
  /**
   * Tells whether the browser keeps every sound back until somebody touches the page (AMB-099); left out where nothing does.
   * The answer stops it.
   */
  watchBlocked?(onChange: (blocked: boolean) => void): () => void
}

/** Hears each sign that a person is there, such as a key or a touch; the answer of `watch` stops it. */
export interface Activity {
  watch(onInput: () => void): () => void
}

/** The same program in other tabs of this browser; the answer of `watch` stops it. */
export interface Tabs {
  post(message: unknown): void
  watch(onMessage: (message: unknown) => void): () => void
}

/** What differs between a browser and a terminal. */
export interface Ports {
  clock: Clock
  storage: Storage
  /** What a tab keeps for itself, across reloads. */
  tabStorage?: Storage
  /** Keeps moves until the server has answered them; left out, they end with the program. */
  moves?: ListedStorage
  /** Keeps who is signed in and the board as it was last known, for a start without a network. */
  lastKnown?: ListedStorage
  /** Keeps what is typed in editors; left out, it lasts as long as the program. */
  drafts?: DraftStorage
  connectivity?: Connectivity
  sound?: Sound
  /** Whether a person can see the screen now; left out where they always can, as in a kitchen. */
  isVisible?: () => boolean
  /** Left out where an open program counts as input, as in a kitchen. */
  activity?: Activity
  tabs?: Tabs
  /** Errors of the start and of background work (SHELL-11, BOARD-51). */
  log: (message: string, error?: unknown) => void
}

/** A storage that forgets with the program. */
export function memoryStorage(): ListedStorage {
  const values = new Map<string, string>()
  return {
    keys: (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)),
    get: (key) => values.get(key),
    set: (key, value) => void (value === undefined ? values.delete(key) : values.set(key, value)),
  }
}
