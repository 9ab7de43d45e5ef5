import { webcrypto } from 'node:crypto'
import { entities, type SessionUser } from '@tiffin/sdk/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { createNotices } from '#notices/notices'
import type { SessionStore } from '#session/session-store'
import { stubClock } from '#session/stub-clock'
import type { DraftStorage, Ports, StoredDraft } from '../ports.ts'
import { createRecordDraft } from '../screens/record-draft.ts'
import { createDrafts } from './drafts.ts'

const keys = { 1: btoa('a'.repeat(32)), 2: btoa('b'.repeat(32)) }
type Person = keyof typeof keys
const userOf = (admin_id: Person, key = true) =>
  ({ admin_id, device: null, ...(key ? { draft_key: keys[admin_id] } : {}) }) as SessionUser
const about = { title: 'Customer: Ida Brandt', path: '/Company/Customer?id=7' }
const DAY = 86_400_000

/** State shared by the tabs of one browser. */
function browser() {
  const stored = new Map<string, StoredDraft>()
  const locks = new Set<string>()
  const storage = (): DraftStorage => ({
    all: async () => [...stored.values()],
    put: async (draft) => void stored.set(draft.key, draft),
    remove: async (key) => void stored.delete(key),
    claimed: async () => new Set(locks),
    async claim(key) {
      if (locks.has(key)) return undefined
      locks.add(key)
      return () => locks.delete(key)
    },
  })
  const listeners = new Map<object, (message: unknown) => void>()
  function tabs() {
    const own = {}
    return {
      post: (message: unknown) => [...listeners].forEach(([tab, hear]) => tab !== own && hear(message)),
      watch(hear: (message: unknown) => void) {
        listeners.set(own, hear)
        return () => listeners.delete(own)
      },
    }
  }
  /** The state left when the program is killed. */
  const kill = (): void => {
    locks.clear()
    listeners.clear()
  }
  return { stored, storage, tabs, kill }
}

function openTab(shared = browser(), storage: DraftStorage | undefined = shared.storage()) {
  const clock = stubClock()
  const store = createStore(() => ({ user: null as SessionUser | null }))
  const refresh = vi.fn(async () => store.setState({ user: { ...(store.getState().user as SessionUser), draft_key: keys[1] } }))
  const session = { store, refresh } as unknown as SessionStore
  const notices = createNotices(clock)
  let online: (now: boolean) => void = () => {}
  const ports = {
    clock,
    tabs: shared.tabs(),
    connectivity: { watch: (hear: typeof online) => ((online = hear), () => {}) },
    log: () => {},
    ...(storage ? { drafts: storage } : {}),
  } as unknown as Ports
  const drafts = createDrafts({ session, notices, ports })
  const rest = () => drafts.settled()
  return {
    drafts,
    notices,
    refresh,
    clock,
    rest,
    goOnline: () => online(true),
    async user(user: SessionUser | null) {
      store.setState({ user })
      await rest()
    },
    offers: () => drafts.store.getState().offers.map(({ title }) => title),
    async edit(base: Record<string, unknown> | null = { user_id: 7, revision: 1, name: 'Ida', phone: '' }, place = 'customer/7') {
      const send = async () => ({ user_id: 7, revision: 2 })
      const draft = createRecordDraft({ entity: entities.user, key: 7, base, send })
      const stop = drafts.keep(draft, place, () => about)
      await rest()
      return { draft, stop, edits: () => draft.store.getState().edits }
    },
    async pause() {
      await clock.advance(500)
      await rest()
    },
  }
}

afterEach(() => vi.unstubAllGlobals())

describe('unsaved changes', () => {
  it('are restored at the same place after a crash, up to half a second before it', async () => {
    const shared = browser()
    const before = openTab(shared)
    await before.user(userOf(1))
    const { draft } = await before.edit()
    draft.set('name', 'Ida Brandt')
    await before.pause()
    shared.kill()

    const after = openTab(shared)
    await after.user(userOf(1))
    expect(after.offers()).toEqual(['Customer: Ida Brandt'])
    expect((await after.edit(undefined, 'customer/8')).edits()).toEqual({})
    expect((await after.edit()).edits()).toEqual({ name: 'Ida Brandt' })
    expect(after.offers()).toEqual([])
  })

  it('are restored after signing out in another tab and signing in again, including the last keystrokes', async () => {
    const tab = openTab()
    await tab.user(userOf(1))
    const { draft, stop } = await tab.edit()
    draft.set('name', 'Ida B')
    await tab.user(null)
    stop()
    await tab.rest()
    expect(tab.offers()).toEqual([])
    await tab.user(userOf(1))
    expect(tab.offers()).toEqual(['Customer: Ida Brandt'])
    expect((await tab.edit()).edits()).toEqual({ name: 'Ida B' })
  })

  it('are dated by the last change typed, not by the end of the session or by being restored', async () => {
    const tab = openTab()
    await tab.user(userOf(1))
    const { draft, stop } = await tab.edit()
    const typedAt = tab.clock.now()
    draft.set('name', 'Ida Brandt')
    await tab.pause()
    await tab.clock.advance(600_000)
    // A save that fails because the session has expired.
    draft.store.setState({ busy: true })
    draft.store.setState({ busy: false })
    await tab.user(null)
    stop()
    await tab.clock.advance(600_000)
    for (let time = 0; time < 2; time += 1) {
      await tab.user(userOf(1))
      expect(tab.drafts.store.getState().offers.map(({ at }) => at)).toEqual([typedAt])
      const again = await tab.edit()
      expect(again.draft.store.getState().restored).toBe(typedAt)
      await tab.pause()
      await tab.user(null)
      again.stop()
      await tab.clock.advance(600_000)
    }
  })

  it('are hidden from another person: no offer, no title and no text in the storage', async () => {
    const shared = browser()
    const tab = openTab(shared)
    await tab.user(userOf(1))
    const { draft, stop } = await tab.edit()
    draft.set('name', 'Ida Brandt')
    await tab.pause()
    await tab.user(userOf(2))
    stop()
    await tab.rest()
    expect(tab.offers()).toEqual([])
    expect((await tab.edit()).edits()).toEqual({})
    const texts = [...shared.stored.values()].map(({ key, data }) => key + new TextDecoder('latin1').decode(data))
    expect(texts).toHaveLength(1)
    expect(texts.join('')).not.toMatch(/Ida|Brandt|customer|Company/i)
  })

  it.each<[string, (draft: ReturnType<typeof createRecordDraft>) => unknown]>([
    ['saved', (draft) => draft.save()],
    ['discarded', (draft) => draft.discard()],
    ['typed back', (draft) => draft.set('name', 'Ida')],
  ])('are deleted when they are %s', async (_how, end) => {
    const shared = browser()
    const tab = openTab(shared)
    await tab.user(userOf(1))
    const { draft } = await tab.edit()
    draft.set('name', 'Ida Brandt')
    await tab.pause()
    expect(shared.stored.size).toBe(1)
    await end(draft)
    await tab.pause()
    expect(shared.stored.size).toBe(0)
  })

  it('stay with the tab that edits them and are offered after it closes', async () => {
    const shared = browser()
    const [first, second] = [openTab(shared), openTab(shared)]
    await first.user(userOf(1))
    await second.user(userOf(1))
    const { draft, stop } = await first.edit()
    draft.set('name', 'Ida Brandt')
    await first.pause()
    await second.rest()
    expect(second.offers()).toEqual([])
    const other = await second.edit()
    expect(other.edits()).toEqual({})
    other.stop()
    stop()
    await first.rest()
    await second.rest()
    expect(second.offers()).toEqual(['Customer: Ida Brandt'])
  })

  it('can be discarded from the offer, with undo', async () => {
    const tab = openTab()
    await tab.user(userOf(1))
    const { draft, stop } = await tab.edit()
    draft.set('name', 'Ida Brandt')
    stop()
    await tab.rest()
    const [offer] = tab.drafts.store.getState().offers
    const undo = offer && tab.drafts.discard(offer)
    await tab.rest()
    expect(tab.offers()).toEqual([])
    undo?.()
    await tab.rest()
    expect(tab.offers()).toEqual(['Customer: Ida Brandt'])
  })

  it('expire after 14 days for every person', async () => {
    const shared = browser()
    const tab = openTab(shared)
    await tab.user(userOf(1))
    const { draft, stop } = await tab.edit()
    draft.set('name', 'Ida Brandt')
    stop()
    await tab.rest()
    await tab.clock.advance(14 * DAY + 1)
    await tab.user(userOf(2))
    expect(shared.stored.size).toBe(0)
  })

  it('never contain passwords', async () => {
    const shared = browser()
    const tab = openTab(shared)
    await tab.user(userOf(1))
    const draft = createRecordDraft({ entity: entities.admin, key: 1, base: { name: '' }, send: async () => ({}) })
    tab.drafts.keep(draft, 'admin/1', () => about)
    await tab.rest()
    draft.set('password', 'four words and more')
    draft.set('current_password', 'four words before')
    await tab.pause()
    expect(shared.stored.size).toBe(0)
    draft.set('name', 'Ida')
    await tab.pause()
    expect(draft.kept().edits).toEqual({ name: 'Ida' })
    expect(shared.stored.size).toBe(1)
  })

  it('wait in memory for the key after an offline start and are stored when it arrives', async () => {
    const shared = browser()
    const tab = openTab(shared)
    await tab.user(userOf(1, false))
    const { draft } = await tab.edit()
    draft.set('name', 'Ida Brandt')
    await tab.pause()
    expect(shared.stored.size).toBe(0)
    tab.goOnline()
    await tab.rest()
    await tab.pause()
    expect(tab.refresh).toHaveBeenCalledOnce()
    expect(shared.stored.size).toBe(1)
    expect(tab.notices.store.getState().notices).toEqual([])
  })

  const closed = () => Promise.reject(new Error('InvalidStateError'))
  const unopened = { ...browser().storage(), all: closed, put: closed, remove: closed }
  const full = { ...browser().storage(), put: () => Promise.reject(new Error('QuotaExceededError')) }
  it.each<[string, DraftStorage | undefined, object | undefined]>([
    ['the storage is full', full, undefined],
    ["the storage can't be opened", unopened, undefined],
    [
      "the page can't encrypt",
      browser().storage(),
      { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => webcrypto.getRandomValues(bytes) },
    ],
  ])('stay in the memory of the tab if %s, for this person only, with one message', async (_why, storage, crypto) => {
    if (crypto) vi.stubGlobal('crypto', crypto)
    const tab = openTab(browser(), storage)
    await tab.user(userOf(1))
    const { draft, stop } = await tab.edit()
    draft.set('name', 'Ida Brandt')
    await tab.pause()
    draft.set('name', 'Ida Brand')
    await tab.pause()
    expect(tab.notices.store.getState().notices.map(({ text }) => text)).toEqual([
      "This browser can't store unsaved changes. They will be lost when you close this tab.",
    ])
    await tab.user(null)
    stop()
    await tab.user(userOf(2))
    expect(tab.offers()).toEqual([])
    expect((await tab.edit()).edits()).toEqual({})
    await tab.user(userOf(1))
    expect((await tab.edit()).edits()).toEqual({ name: 'Ida Brand' })
  })

  it('stay in memory if they are too large to store, and no earlier version stays on disk', async () => {
    const shared = browser()
    const tab = openTab(shared)
    await tab.user(userOf(1))
    const { draft, stop } = await tab.edit()
    draft.set('name', 'Ida Brandt')
    await tab.pause()
    expect(shared.stored.size).toBe(1)
    const long = 'x'.repeat(300 * 1024)
    for (const name of [long, `${long}y`]) {
      draft.set('name', name)
      await tab.pause()
    }
    expect(shared.stored.size).toBe(0)
    const notices = tab.notices.store.getState().notices.map(({ text, params }) => [text, params])
    expect(notices).toEqual([
      [
        'Unsaved changes are too large to store: %1 kB, the limit is %2 kB. They will be lost when you close this tab.',
        [301, 256],
      ],
    ])
    await tab.user(null)
    stop()
    await tab.user(userOf(1))
    expect((await tab.edit()).edits()).toEqual({ name: `${long}y` })
  })

  it('are merged with changes saved by someone else', async () => {
    const tab = openTab()
    await tab.user(userOf(1))
    const { draft, stop } = await tab.edit()
    draft.set('name', 'Ida Brandt')
    stop()
    await tab.rest()
    const { draft: again, edits } = await tab.edit({ user_id: 7, revision: 4, name: 'Ida B.', phone: '+4930123' })
    const { base, conflicts, restored } = again.store.getState()
    expect([edits(), base?.['phone']]).toEqual([{ name: 'Ida Brandt' }, '+4930123'])
    expect(conflicts).toEqual([{ field: 'name', mine: 'Ida Brandt', theirs: 'Ida B.' }])
    expect(restored).toBeGreaterThan(0)
  })

  it('are shown before the record is loaded and merged afterwards', async () => {
    const tab = openTab()
    await tab.user(userOf(1))
    const { draft, stop } = await tab.edit()
    draft.set('name', 'Ida Brandt')
    stop()
    await tab.rest()
    const { draft: again, edits } = await tab.edit(null)
    expect([edits(), again.store.getState().base?.['name']]).toEqual([{ name: 'Ida Brandt' }, 'Ida'])
    again.read({ user_id: 7, revision: 4, name: 'Ida', phone: '+4930123' })
    expect([edits(), again.store.getState().base?.['phone']]).toEqual([{ name: 'Ida Brandt' }, '+4930123'])
  })
})
