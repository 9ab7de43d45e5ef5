import type { Clock } from '@tiffin/sdk/client'

export type { Clock }

/** Small texts that survive a restart: the browser's storage, or a file that only its owner can read. */
export interface Storage {
  get(key: string): string | undefined
  /** `undefined` removes the key. */
  set(key: string, value: string | undefined): void
  /** `set` for a large text without blocking the screen; a later `set` wins. Omitted if `set` is fast enough. */
  setLater?(key: string, value: string): Promise<void>
}

/**
 * Texts that are written atomically, survive a power cut, and are found by key prefix: pending moves and the last known
 * board (MOON-04). Another program on this machine may write at the same time.
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

/** Stores drafts across crashes; the tabs of a program share them. Rejects if the storage is full or not allowed. */
export interface DraftStorage {
  all(): Promise<readonly StoredDraft[]>
  put(draft: StoredDraft): Promise<void>
  remove(key: string): Promise<void>
  /**
   * Claims a draft for this tab until the tab closes or the returned function is called; undefined while another tab
   * has it.
   */
  claim(key: string): Promise<(() => void) | undefined>
  /** The keys claimed by any tab. */
  claimed(): Promise<ReadonlySet<string>>
}

/** Whether the device reports a network connection; `watch` returns a function that stops it. */
export interface Connectivity {
  watch(onChange: (online: boolean) => void): () => void
}

/** Plays the sound of a status: `builtin:alarm`, or the address of a file (BOARD-45, API-40). */
export interface Sound {
  /** `loud` if a new order has been waiting for minutes (KDS-08). */
  alarm(source: string, loud?: boolean): void
  /**
   * Reports whether the browser blocks all sound until the page is touched (AMB-099). Omitted if nothing blocks it.
   * Returns a function that stops it.
   */
  watchBlocked?(onChange: (blocked: boolean) => void): () => void
}

/** Reports user activity, such as a key or a touch; `watch` returns a function that stops it. */
export interface Activity {
  watch(onInput: () => void): () => void
}

/** The same program in other tabs of this browser; `watch` returns a function that stops it. */
export interface Tabs {
  post(message: unknown): void
  watch(onMessage: (message: unknown) => void): () => void
}

export type PushPermission = 'granted' | 'denied' | 'default'

/** The address of this device at its push service, with the keys that messages are encrypted for. */
export interface PushSubscriptionData {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** This device for push messages. Each function may reject: browsers refuse for many reasons. */
export interface PushDevice {
  permission(): PushPermission
  /** Asks the user, who is asked only once. */
  ask(): Promise<PushPermission>
  /** Registers with the push service for messages of the server with this public key. */
  subscribe(key: string): Promise<PushSubscriptionData>
  /** Ends the registration, after which the push service takes no more messages. Returns its endpoint if there was one. */
  unsubscribe(): Promise<string | undefined>
}

export interface PushPort {
  /** Whether the start asks for permission, as on a phone (SHELL-09, AMB-057). */
  asksAtStart: boolean
  load(): Promise<PushDevice>
}

/** The differences between a browser and a terminal. */
export interface Ports {
  clock: Clock
  storage: Storage
  /** Data of this tab that survives reloads. */
  tabStorage?: Storage
  /** Stores moves until the server has confirmed them; without it they are lost when the program ends. */
  moves?: ListedStorage
  /** Stores the last session and the last known board, for starting offline. */
  lastKnown?: ListedStorage
  /** Stores unsaved changes of editors; without it they last as long as the program. */
  drafts?: DraftStorage
  connectivity?: Connectivity
  sound?: Sound
  /** Whether the screen is visible now; omitted if it always is, as in a kitchen. */
  isVisible?: () => boolean
  /** Omitted if an open program counts as activity, as in a kitchen. */
  activity?: Activity
  tabs?: Tabs
  /** Omitted if this device can't show push messages. */
  push?: PushPort
  /** Logs errors during start and background work (SHELL-11, BOARD-51). */
  log: (message: string, error?: unknown) => void
}

/** A storage that lasts only as long as the program. */
export function memoryStorage(): ListedStorage {
  const values = new Map<string, string>()
  return {
    keys: (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)),
    get: (key) => values.get(key),
    set: (key, value) => void (value === undefined ? values.delete(key) : values.set(key, value)),
  }
}
