import { createStore, type StoreApi } from 'zustand/vanilla'
import { randomUuid } from '@tiffin/sdk/client'
import type { Sentence } from '#i18n/text-key'
import type { AnyRow } from '#rules/index'
import type { Notices } from '#notices/notices'
import type { SessionStore } from '#session/session-store'
import type { Ports, StoredDraft } from '../ports.ts'
import { createSeal, type Seal } from './seal.ts'

/** An editor's draft: the record as it was when editing began, or null if it was not loaded, and the changes. */
export interface DraftEdits {
  base: AnyRow | null
  edits: AnyRow
  /** Of a new record: part of the key with which it is created only once, even if it is saved again from its draft. */
  seed?: string
}

/** The editor that unsaved changes belong to, for display. */
export interface DraftPlace {
  /** A title such as `Customer: Ida Brandt`. */
  title: string
  /** Address that reopens the editor. */
  path: string
}

export interface EditorDraft extends DraftEdits, DraftPlace {
  id: string
  /** The editor that can resume the draft: screen, company and record. */
  place: string
  /** Time of the last keystroke, in ms of the device's clock. */
  at: number
}

/** The interface of an editor whose changes can be kept as a draft. */
export interface DraftableEditor {
  store: Pick<StoreApi<unknown>, 'subscribe'>
  isDirty(): boolean
  kept(): DraftEdits
  restore(kept: DraftEdits & { at: number }): void
}

export interface Drafts {
  /** Unsaved changes of the signed-in user that are not open in an editor, latest first. */
  store: StoreApi<{ offers: readonly EditorDraft[] }>
  /**
   * Stores an editor's changes until they are saved or discarded, and restores an earlier draft of this place. Returns
   * a function that stops this; the draft stays stored.
   */
  keep(draft: DraftableEditor, place: string, about: () => DraftPlace): () => void
  /** Writes pending drafts at once, because the page may be about to close. */
  flush(): void
  /** Returns a function that undoes the discard. */
  discard(draft: EditorDraft): () => void
  /** Resolves when all started reads and writes are done. */
  settled(): Promise<void>
}

/** Maximum time between a keystroke and its draft on disk. */
const WRITE_DELAY_MS = 500
const LIFETIME_MS = 14 * 86_400_000
const NO_STORAGE = "This browser can't store unsaved changes. They will be lost when you close this tab."
const TOO_LARGE = 'Unsaved changes are too large to store: %1 kB, the limit is %2 kB. They will be lost when you close this tab.'
/** A person may have 30 new orders, and as many drafts of other editors. */
const MAX_DRAFTS = { perPerson: 60, total: 200, bytes: 256 * 1024 }

/** Tells the other tabs to refresh their offers. */
const DRAFTS_CHANGED = { type: 'drafts' } as const
const isChanged = (message: unknown): boolean => (message as { type?: string } | null)?.type === DRAFTS_CHANGED.type

interface Owner {
  admin: number
  /** Settles when the key has arrived, or when encryption is unavailable. */
  ready: PromiseWithResolvers<void>
  seal?: Seal | undefined
  /** True once the key has arrived or encryption is known to be unavailable. */
  settled: boolean
}

/**
 * Unsaved changes survive the tab, the session and network failures (docs/decisions/001-editor-drafts.md). They are
 * encrypted in the browser with a key that the server gives only to the signed-in user.
 */
export function createDrafts(options: { session: SessionStore; notices: Notices; ports: Ports }): Drafts {
  const { session, notices, ports } = options
  const { clock, drafts: storage } = ports
  const store = createStore<{ offers: readonly EditorDraft[] }>(() => ({ offers: [] }))
  /** Drafts that could not be stored, by user. They last as long as the tab. */
  const memory = new Map<number, Map<string, EditorDraft>>()
  /** Drafts open in an editor of this tab. */
  const live = new Set<string>()
  const flushes = new Set<() => void>()
  let owner: Owner | undefined
  const reported = new Set<string>()

  /** Writes run in sequence, so that a removal never runs before the write it follows. */
  let last: Promise<unknown> = Promise.resolve()
  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work)
    last = next.catch((error: unknown) => ports.log("can't keep a draft", error))
    return next
  }

  const memoryOf = ({ admin }: Owner): Map<string, EditorDraft> => {
    const known = memory.get(admin) ?? new Map<string, EditorDraft>()
    memory.set(admin, known)
    return known
  }
  const nameOf = ({ tag }: Seal, id: string): string => `${tag}.${id}`

  function warnOnce(about: string, sentence: Sentence): void {
    if (reported.has(about)) return
    reported.add(about)
    notices.showSentence('warning', sentence)
  }

  async function write(of: Owner, kept: EditorDraft): Promise<void> {
    try {
      if (!of.seal || !storage) throw new Error('nothing to store it with')
      const key = nameOf(of.seal, kept.id)
      const data = await of.seal.close(key, JSON.stringify(kept))
      if (data.byteLength > MAX_DRAFTS.bytes) {
        memoryOf(of).set(kept.id, kept)
        const params = [Math.ceil(data.byteLength / 1024), MAX_DRAFTS.bytes / 1024] as const
        warnOnce(kept.id, { text: TOO_LARGE, params })
        // Otherwise the earlier, shorter version of the draft would be restored.
        return await storage.remove(key)
      }
      await storage.put({ key, at: kept.at, data })
      memoryOf(of).delete(kept.id)
    } catch (error) {
      memoryOf(of).set(kept.id, kept)
      // Without the key, which needs the network, this failure is expected.
      if (!of.settled) return
      ports.log("can't store a draft", error)
      warnOnce('storage', { text: NO_STORAGE })
    }
  }

  async function remove(of: Owner, id: string): Promise<void> {
    memoryOf(of).delete(id)
    if (of.seal) await storage?.remove(nameOf(of.seal, id))
  }

  /** Returns nothing if the storage can't be opened: drafts are then kept in memory. */
  async function readStored(): Promise<readonly StoredDraft[]> {
    try {
      return (await storage?.all()) ?? []
    } catch (error) {
      ports.log("can't read stored drafts", error)
      return []
    }
  }

  async function readAll(of: Owner): Promise<EditorDraft[]> {
    const found = new Map<string, EditorDraft>()
    const { seal } = of
    const own = seal ? (await readStored()).filter(({ key }) => key.startsWith(nameOf(seal, ''))) : []
    for (const { key, data } of own) {
      try {
        const kept = JSON.parse((await seal?.open(key, data)) ?? '') as EditorDraft
        found.set(kept.id, kept)
      } catch (error) {
        ports.log("can't read a draft", error)
      }
    }
    for (const kept of memoryOf(of).values()) found.set(kept.id, kept)
    return [...found.values()].filter(({ at }) => at > clock.now() - LIFETIME_MS).toSorted((a, b) => b.at - a.at)
  }

  /** Removes every user's expired drafts, and the oldest ones beyond the limits. */
  async function purge({ seal }: Owner): Promise<void> {
    if (!storage || !seal) return
    const all = (await readStored()).toSorted((a, b) => b.at - a.at)
    const own = all.filter(({ key }) => key.startsWith(nameOf(seal, '')))
    const expendable = [
      ...own.slice(MAX_DRAFTS.perPerson),
      ...all.slice(MAX_DRAFTS.total),
      ...all.filter(({ at }) => at <= clock.now() - LIFETIME_MS),
    ]
    for (const { key } of expendable) await storage.remove(key)
  }

  async function refreshOffers(): Promise<void> {
    const mine = owner
    if (!mine) return store.setState({ offers: [] })
    const { seal } = mine
    const all = await readAll(mine)
    const claimed = seal && (await storage?.claimed())
    const isOpen = ({ id }: EditorDraft): boolean => live.has(id) || (seal && claimed?.has(nameOf(seal, id))) === true
    if (owner === mine) store.setState({ offers: all.filter((kept) => !isOpen(kept)) })
  }
  const changed = (): void =>
    void inOrder(async () => {
      ports.tabs?.post(DRAFTS_CHANGED)
      await refreshOffers()
    })
  ports.tabs?.watch((message) => void (isChanged(message) && inOrder(refreshOffers)))

  function startOwner(admin: number, key: string | undefined): void {
    const mine = owner?.admin === admin ? owner : { admin, ready: Promise.withResolvers<void>(), settled: false }
    if (owner !== mine) leave()
    owner = mine
    if (mine.settled || (key === undefined && canEncrypt())) return
    mine.settled = true
    void inOrder(async () => {
      mine.seal = key === undefined ? undefined : await createSeal(key)
      mine.ready.resolve()
      await purge(mine)
      if (mine.seal) for (const kept of memoryOf(mine).values()) await write(mine, kept)
      await refreshOffers()
    })
  }

  /** Removes the key and its owner from memory, after pending drafts are written with the key. */
  function leave(): void {
    if (!owner) return
    flush()
    owner = undefined
    store.setState({ offers: [] })
  }
  const flush = (): void => {
    for (const writeNow of flushes) writeNow()
  }

  session.store.subscribe(({ user }) => (user && user.device === null ? startOwner(user.admin_id, user.draft_key) : leave()))
  // After an offline start, nothing else requests the key.
  ports.connectivity?.watch((online) => {
    if (!online || !owner || owner.settled) return
    session.refresh().catch((error: unknown) => ports.log("can't fetch the draft key", error))
  })

  /** Claims the latest draft of a place that no other editor has open, and passes it to `use`. */
  async function take(of: Owner, place: string, use: (found: { kept: EditorDraft; release: () => void }) => void): Promise<void> {
    await of.ready.promise
    await inOrder(async () => {
      const here = (await readAll(of)).filter((kept) => kept.place === place && !live.has(kept.id))
      for (const kept of here) {
        const release = await claim(of, kept.id)
        if (!release) continue
        live.add(kept.id)
        return use({ kept, release })
      }
    })
  }
  const claim = async ({ seal }: Owner, id: string): Promise<(() => void) | undefined> =>
    seal && storage ? storage.claim(nameOf(seal, id)) : () => {}

  return {
    store,
    flush,
    keep(draft, place, about) {
      const mine = owner
      if (!mine) return () => {}
      let id: string | undefined
      let release = (): void => {}
      let cancel: (() => void) | undefined
      let stopped = false
      /** The latest changes, and when they were typed: an editor also tells of its saves and reads. */
      let typed = { text: textOf(draft), at: clock.now() }

      function begin(): string {
        const made = randomUuid()
        live.add(made)
        void inOrder(async () => {
          const claimed = await claim(mine as Owner, made)
          if (id === made) release = claimed ?? release
          else claimed?.()
          await purge(mine as Owner)
        })
        return made
      }
      function end(): void {
        cancel?.()
        cancel = undefined
        if (id !== undefined) live.delete(id)
        id = undefined
        release()
        release = () => {}
      }
      function writeNow(): void {
        if (!cancel) return
        cancel()
        cancel = undefined
        const changes = draft.kept()
        // Secrets are not stored, and here nothing else has changed.
        if (Object.keys(changes.edits).length === 0) return
        id ??= begin()
        const kept = { ...changes, ...about(), id, place, at: typed.at }
        void inOrder(() => write(mine as Owner, kept))
      }
      function drop(): void {
        const gone = id
        end()
        if (gone === undefined) return
        void inOrder(() => remove(mine as Owner, gone))
        changed()
      }
      const stopListening = draft.store.subscribe(() => {
        const text = textOf(draft)
        if (text !== typed.text) typed = { text, at: clock.now() }
        if (!draft.isDirty()) return drop()
        cancel ??= clock.after(WRITE_DELAY_MS, writeNow)
      })
      flushes.add(writeNow)
      void take(mine, place, (found) => {
        if (stopped) {
          live.delete(found.kept.id)
          return found.release()
        }
        // Changes typed before this response are applied on top, as one draft.
        const newer = id
        if (newer !== undefined) void inOrder(() => remove(mine, newer))
        end()
        ;({ release } = found)
        ;({ id } = found.kept)
        draft.restore(found.kept)
        if (newer === undefined) typed = { text: textOf(draft), at: found.kept.at }
        changed()
      })
      return () => {
        stopped = true
        stopListening()
        writeNow()
        flushes.delete(writeNow)
        // Other tabs may claim the draft once it is written.
        void inOrder(async () => end())
        changed()
      }
    },
    discard(kept) {
      const mine = owner
      if (!mine) return () => {}
      void inOrder(() => remove(mine, kept.id))
      changed()
      return () => {
        if (owner !== mine) return
        void inOrder(() => write(mine, kept))
        changed()
      }
    },
    async settled() {
      let seen: Promise<unknown> | undefined
      while (seen !== last) {
        seen = last
        await seen
      }
    },
  }
}

const textOf = (draft: DraftableEditor): string => JSON.stringify(draft.kept().edits)

const canEncrypt = (): boolean => (globalThis.crypto as Partial<typeof globalThis.crypto>).subtle !== undefined
