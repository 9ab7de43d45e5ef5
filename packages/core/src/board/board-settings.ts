import { createStore, type StoreApi } from 'zustand/vanilla'
import { isApiError } from '@tiffin/sdk/contract'
import type { Client } from '@tiffin/sdk/client'
import type { Notices } from '#notices/notices'
import { storedTexts, readJson } from '#outbox/disk'
import type { SessionStore } from '#session/session-store'
import { isTransient } from '../transient-error.ts'
import type { Ports } from '../ports.ts'
import { readNamedBoards } from './named-boards.ts'
import {
  type BoardsChange,
  changedBoards,
  settingsToSave,
  isEmptyChange,
  mergeChanges,
  noChange,
  type SettingsChange,
} from './settings-change.ts'
import { settingsStorage } from './settings-storage.ts'
import { type BoardSettings, initialSettings, readChoices, readSettings, savedMessage } from './stored-settings.ts'

export interface BoardSettingsStore {
  store: StoreApi<BoardSettings>
  /** Reads the settings. A transient error rejects the promise; reading is then retried until it succeeds. */
  load(): Promise<void>
  /** Resolves when the settings have been read in this session. */
  loaded(): Promise<void>
  /** Takes effect at once, is saved a moment later and shows a message. */
  set(change: Partial<Omit<BoardSettings, 'boards'>>): void
  /**
   * Like `set`, for named boards: the change is applied to the stored boards when saving, so others' changes are kept.
   */
  changeBoards(change: BoardsChange): void
  /** Reads the named boards again, since they may have been changed elsewhere. A failure is only logged. */
  refreshBoards(): Promise<void>
  /** Saves pending changes at once. Resolves to whether everything is saved. */
  flush(): Promise<boolean>
}

/** Changes within this time are saved together. */
const SAVE_MS = 600
const RETRY_MS = 5000

export function createBoardSettings(options: {
  client: Client
  session: SessionStore
  notices: Notices
  ports: Ports
}): BoardSettingsStore {
  const { client, session, notices, ports } = options
  /** Choices made offline survive a restart. Changes of named boards do not, because they are functions. */
  const storedChoices = storedTexts(ports, 'settings', () => String(session.store.getState().user?.admin_id ?? 0))
  let forget = (): void => {}
  const store = createStore<BoardSettings>(() => initialSettings)
  let changed = noChange
  /** The changes that are being saved, kept on disk until the server has responded. */
  let sent = noChange
  let saving: Promise<boolean> = Promise.resolve(true)
  /** The failure is shown only once while saving is retried. */
  let hasFailed = false
  /** Replaced on each sign-in, so that one user's settings never reach the next. */
  let loading = Promise.withResolvers<void>()
  let cancel = (): void => {}
  let cancelLoad = (): void => {}
  client.session.subscribe(({ type }) => {
    if (type !== 'signed_out') return
    cancel()
    cancelLoad()
    forget()
    changed = noChange
    sent = noChange
    loading = Promise.withResolvers<void>()
    store.setState(initialSettings)
  })

  const merged = (stored: BoardSettings): BoardSettings => ({
    ...stored,
    ...changed.values,
    boards: changedBoards(changed, stored.boards),
  })

  async function write(): Promise<boolean> {
    if (isEmptyChange(changed)) return true
    const home = settingsStorage(options)
    if (!home) return false
    const [change, current] = [changed, loading]
    changed = noChange
    sent = change
    try {
      let part: Partial<BoardSettings> = {}
      // Another tab or device may have changed the settings.
      await home.change((stored) => {
        part = settingsToSave(change, stored)
        return { ...stored, ...part }
      })
      if (current !== loading) return true
      sent = noChange
      keep()
      if (part.boards) store.setState({ boards: changedBoards(changed, part.boards) })
      notices.show('positive', savedMessage(part))
      hasFailed = false
      return true
    } catch (error) {
      ports.log("can't save board settings", error)
      if (current !== loading) return false
      sent = noChange
      changed = mergeChanges(change, changed)
      keep()
      if (isApiError(error) && !hasFailed) notices.showSentence('negative', error)
      hasFailed = isTransient(error)
      if (hasFailed) later(RETRY_MS)
      return false
    }
  }

  function keep(): void {
    forget()
    const { values } = mergeChanges(sent, changed)
    if (Object.keys(values).length > 0) forget = storedChoices.put('unsaved', JSON.stringify(values))?.remove ?? forget
  }

  /** Adds the choices of an earlier run that the server does not have yet. */
  function restore(): void {
    const [text] = storedChoices.all()
    const values = readJson(text?.text())
    if (!text || typeof values !== 'object' || values === null) return
    forget = text.remove
    changed = mergeChanges({ ...noChange, values: readChoices({ ...values }) }, changed)
  }

  /** Saves run in sequence, since each reads the stored settings before it writes. */
  const save = (): Promise<boolean> => (saving = saving.then(write))

  function later(ms = SAVE_MS): void {
    cancel()
    cancel = ports.clock.after(ms, () => void save())
  }

  function add(change: Partial<SettingsChange>): void {
    changed = mergeChanges(changed, { ...noChange, ...change })
    keep()
    later()
  }

  async function load(): Promise<void> {
    cancelLoad()
    const home = settingsStorage(options)
    if (!home) return
    const current = loading
    restore()
    const last = home.last()
    if (last) {
      const { hidden, boards } = readSettings(last)
      // Offline, the last known columns and boards are shown. Only the server decides whether the board prints.
      store.setState(merged({ ...store.getState(), hidden, boards }))
    }
    try {
      const stored = readSettings(await home.read())
      if (current !== loading) return
      store.setState(merged(stored))
      loading.resolve()
      if (!isEmptyChange(changed)) later()
    } catch (error) {
      // Keep trying: otherwise a kitchen display that starts before its server would never learn that printing is on.
      if (current === loading && isTransient(error)) cancelLoad = ports.clock.after(RETRY_MS, () => void load().catch(() => {}))
      throw error
    }
  }

  return {
    store,
    load,
    loaded: () => loading.promise,
    set(values) {
      store.setState(values)
      add({ values })
    },
    changeBoards(change) {
      store.setState(({ boards }) => ({ boards: change(boards) }))
      add({ boards: [change] })
    },
    async refreshBoards() {
      const current = loading
      try {
        const stored = await settingsStorage(options)?.read()
        if (stored && current === loading) store.setState({ boards: changedBoards(changed, readNamedBoards(stored['boards'])) })
      } catch (error) {
        ports.log("can't read saved boards", error)
      }
    },
    flush() {
      cancel()
      return save()
    },
  }
}
