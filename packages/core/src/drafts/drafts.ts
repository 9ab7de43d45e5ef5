import { createStore, type StoreApi } from 'zustand/vanilla'
import { newKey } from '@tiffin/sdk/client'
import type { Sentence } from '#i18n/text-key'
import type { AnyRow } from '#rules/index'
import type { Notices } from '#notices/notices'
import type { SessionStore } from '#session/session-store'
import type { Ports, StoredDraft } from '../ports.ts'
import { createSeal, type Seal } from './seal.ts'

/** What is kept of an editor: the record as it was when the changes were begun, null if it was not read, and the changes. */
export interface KeptEdits {
  base: AnyRow | null
  edits: AnyRow
}

/** Where unsaved changes belong, as people see it. */
export interface DraftAbout {
  /** Such as `Customer: Ida Brandt`. */
  title: string
  /** Address at which the editor opens again. */
  path: string
}

export interface KeptDraft extends KeptEdits, DraftAbout {
  id: string
  /** The editor that takes it up again: its screen, company and record. */
  place: string
  /** When something was typed last, in ms of the device's clock. */
  at: number
}

/** What an editor offers so that its changes can be kept. */
export interface Keepable {
  store: Pick<StoreApi<unknown>, 'subscribe'>
  isDirty(): boolean
  kept(): KeptEdits
  restore(kept: KeptEdits & { at: number }): void
}

export interface Drafts {
  /** Unsaved changes of the signed-in person that no open editor has, latest first. */
  store: StoreApi<{ offers: readonly KeptDraft[] }>
  /**
   * Keeps what an editor holds until it is saved or discarded, and gives it back what was kept before at this place. The answer
   * ends that; the changes stay kept.
   */
  keep(draft: Keepable, place: string, about: () => DraftAbout): () => void
  /** Writes at once what waits to be written: the page may be about to end. */
  flush(): void
  /** The answer takes it back. */
  discard(draft: KeptDraft): () => void
  /** Resolves when all reads and writes that have begun are done. */
  settled(): Promise<void>
}

/** Between a key and its draft on disk, at most. */
const PAUSE_MS = 500
const LIFETIME_MS = 14 * 86_400_000
const NO_STORAGE = "This browser can't store unsaved changes. They will be lost when you close this tab."
const TOO_LARGE = 'Unsaved changes are too large to store: %1 kB, the limit is %2 kB. They will be lost when you close this tab.'
const MOST = { perPerson: 30, total: 200, bytes: 256 * 1024 }

/** Tells the other tabs to look again at what they offer. */
const CHANGED = { type: 'drafts' } as const
const isChanged = (message: unknown): boolean => (message as { type?: string } | null)?.type === CHANGED.type

interface Owner {
  admin: number
  /** Settles when the key has come, also if nothing can be encrypted here. */
  ready: PromiseWithResolvers<void>
  seal?: Seal | undefined
  /** The key has come, or none will be of use here. */
  settled: boolean
}

/**
 * Unsaved changes outlive the tab, the session and the network (docs/decisions/001-editor-drafts.md). They lie encrypted in the
 * browser, with a key that the server gives to the signed-in person only.
 */
export function createDrafts(options: { session: SessionStore; notices: Notices; ports: Ports }): Drafts {
  const { session, notices, ports } = options
  const { clock, drafts: storage } = ports
  const store = createStore<{ offers: readonly KeptDraft[] }>(() => ({ offers: [] }))
  /** What could not be stored, by person; it lasts as long as the tab. */
  const memory = new Map<number, Map<string, KeptDraft>>()
  /** Drafts that an editor of this tab has. */
  const live = new Set<string>()
  const flushes = new Set<() => void>()
  let owner: Owner | undefined
  const told = new Set<string>()

  /** One after the other, so that no removal is overtaken by the write before it. */
  let last: Promise<unknown> = Promise.resolve()
  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work)
    last = next.catch((error: unknown) => ports.log('a draft could not be kept', error))
    return next
  }

  const memoryOf = ({ admin }: Owner): Map<string, KeptDraft> => {
    const known = memory.get(admin) ?? new Map<string, KeptDraft>()
    memory.set(admin, known)
    return known
  }
  const nameOf = ({ tag }: Seal, id: string): string => `${tag}.${id}`

  function tellOnce(about: string, sentence: Sentence): void {
    if (told.has(about)) return
    told.add(about)
    notices.tell('warning', sentence)
  }

  async function write(of: Owner, kept: KeptDraft): Promise<void> {
    try {
      if (!of.seal || !storage) throw new Error('nothing to store it with')
      const key = nameOf(of.seal, kept.id)
      const data = await of.seal.close(key, JSON.stringify(kept))
      if (data.byteLength > MOST.bytes) {
        memoryOf(of).set(kept.id, kept)
        const params = [Math.ceil(data.byteLength / 1024), MOST.bytes / 1024] as const
        tellOnce(kept.id, { text: TOO_LARGE, params })
        // An earlier, shorter version would come back instead.
        return await storage.remove(key)
      }
      await storage.put({ key, at: kept.at, data })
      memoryOf(of).delete(kept.id)
    } catch (error) {
      memoryOf(of).set(kept.id, kept)
      // The key comes with the network: until then this is as it should be.
      if (!of.settled) return
      ports.log('a draft could not be stored', error)
      tellOnce('storage', { text: NO_STORAGE })
    }
  }

  async function remove(of: Owner, id: string): Promise<void> {
    memoryOf(of).delete(id)
    if (of.seal) await storage?.remove(nameOf(of.seal, id))
  }

  /** Nothing where the storage cannot be opened: drafts are in memory there. */
  async function readStored(): Promise<readonly StoredDraft[]> {
    try {
      return (await storage?.all()) ?? []
    } catch (error) {
      ports.log('stored drafts could not be read', error)
      return []
    }
  }

  async function readAll(of: Owner): Promise<KeptDraft[]> {
    const found = new Map<string, KeptDraft>()
    const { seal } = of
    const own = seal ? (await readStored()).filter(({ key }) => key.startsWith(nameOf(seal, ''))) : []
    for (const { key, data } of own) {
      try {
        const kept = JSON.parse((await seal?.open(key, data)) ?? '') as KeptDraft
        found.set(kept.id, kept)
      } catch (error) {
        ports.log('a draft could not be read', error)
      }
    }
    for (const kept of memoryOf(of).values()) found.set(kept.id, kept)
    return [...found.values()].filter(({ at }) => at > clock.now() - LIFETIME_MS).toSorted((a, b) => b.at - a.at)
  }

  /** Removes expired drafts of everybody, and the oldest beyond the limits. */
  async function purge({ seal }: Owner): Promise<void> {
    if (!storage || !seal) return
    const all = (await readStored()).toSorted((a, b) => b.at - a.at)
    const own = all.filter(({ key }) => key.startsWith(nameOf(seal, '')))
    const spare = [
      ...own.slice(MOST.perPerson),
      ...all.slice(MOST.total),
      ...all.filter(({ at }) => at <= clock.now() - LIFETIME_MS),
    ]
    for (const { key } of spare) await storage.remove(key)
  }

  async function refreshOffers(): Promise<void> {
    const mine = owner
    if (!mine) return store.setState({ offers: [] })
    const { seal } = mine
    const all = await readAll(mine)
    const claimed = seal && (await storage?.claimed())
    const isOpen = ({ id }: KeptDraft): boolean => live.has(id) || (seal && claimed?.has(nameOf(seal, id))) === true
    if (owner === mine) store.setState({ offers: all.filter((kept) => !isOpen(kept)) })
  }
  const changed = (): void =>
    void inOrder(async () => {
      ports.tabs?.post(CHANGED)
      await refreshOffers()
    })
  ports.tabs?.watch((message) => void (isChanged(message) && inOrder(refreshOffers)))

  function arrive(admin: number, key: string | undefined): void {
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

  /** The key leaves the memory with its owner; what waits is still written with it. */
  function leave(): void {
    if (!owner) return
    flush()
    owner = undefined
    store.setState({ offers: [] })
  }
  const flush = (): void => {
    for (const writeNow of flushes) writeNow()
  }

  session.store.subscribe(({ user }) => (user && user.device === null ? arrive(user.admin_id, user.draft_key) : leave()))
  // After a start without a network nobody else asks for the key.
  ports.connectivity?.watch((online) => {
    if (!online || !owner || owner.settled) return
    session.refresh().catch((error: unknown) => ports.log('the key of drafts could not be asked for', error))
  })

  /** Passes on the latest draft of a place that no other editor has, if there is one. */
  async function take(of: Owner, place: string, use: (found: { kept: KeptDraft; release: () => void }) => void): Promise<void> {
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

      function begin(): string {
        const made = newKey()
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
        // Secrets alone are not kept.
        if (Object.keys(changes.edits).length === 0) return
        id ??= begin()
        const kept = { ...changes, ...about(), id, place, at: clock.now() }
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
        if (!draft.isDirty()) return drop()
        cancel ??= clock.after(PAUSE_MS, writeNow)
      })
      flushes.add(writeNow)
      void take(mine, place, (found) => {
        if (stopped) {
          live.delete(found.kept.id)
          return found.release()
        }
        // What was typed before this answer goes on top, in one draft.
        const typed = id
        if (typed !== undefined) void inOrder(() => remove(mine, typed))
        end()
        ;({ release } = found)
        ;({ id } = found.kept)
        draft.restore(found.kept)
        changed()
      })
      return () => {
        stopped = true
        stopListening()
        writeNow()
        flushes.delete(writeNow)
        // Others may have it when it is written.
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

const canEncrypt = (): boolean => (globalThis.crypto as Partial<typeof globalThis.crypto>).subtle !== undefined
