import { hashOf, isSame } from '#rules/index'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { randomUuid } from '@tiffin/sdk/client'
import { type ApiError, type Entity, isApiError } from '@tiffin/sdk/contract'
import type { AnyRow } from '#rules/index'
import type { DraftEdits } from '../drafts/drafts.ts'
import { mergeEdits, type EditConflict, acceptTheirs } from './merge-edits.ts'
import { changedFields } from './draft.ts'
import type { Row } from './records.ts'

type Key = number | string

export interface DraftState {
  /** The key of the record; null until it is stored. */
  key: Key | null
  /** The record as it was when editing started; null until it is loaded. */
  base: Row | null
  edits: AnyRow
  busy: boolean
  /** Conflicts with someone else's changes, until they are resolved. */
  conflicts: readonly EditConflict[]
  /** When the changes restored from an earlier session were typed; null once they are saved or discarded. */
  restored: number | null
}

/** The changes to save, and the idempotency key with which a repeated save is carried out only once. */
export interface PendingSave {
  key: Key | null
  part: AnyRow
  /** Values sent with the changes but never stored with them, such as confirmed warnings. */
  beside: AnyRow
  base: Row
  idempotencyKey: string
}

export interface RecordDraft {
  store: StoreApi<DraftState>
  isDirty(): boolean
  /** Takes the loaded record, except for fields that are being edited. */
  read(row: Row): void
  set(name: string, value: unknown): void
  /**
   * Saves all changes, or one field, with `beside` in the same request. Saves run one at a time, and a new record is created
   * once. Text typed during a save stays unsaved. Resolves to true if something was saved; rejects with the error of `send`,
   * except for conflicts that can be merged or that a user resolves.
   */
  save(only?: string, beside?: AnyRow): Promise<boolean>
  /** The changes to store in case the program ends, without secrets. */
  kept(): DraftEdits
  /** Resumes stored changes on top of the record's current state. */
  restore(kept: DraftEdits & { at: number }): void
  /** Discards the changes. */
  discard(): void
  /** Resolves all conflicts: the given ones accept the other side, the rest keep this one. */
  settle(theirs: readonly EditConflict[]): void
}

interface Options {
  entity: Pick<Entity, 'name' | 'fields' | 'key'>
  key: Key | null
  /** Given for a new record; an existing one is loaded. */
  base?: Row | null
  /** Initial values of a new record. */
  edits?: AnyRow
  /** Writes the changes; resolves to the resulting record. */
  send: (saving: PendingSave) => Promise<Row>
  /** The record after a conflict; fields that are not loaded are missing. */
  current?: (error: ApiError) => Promise<Row | undefined>
}

/** The fields named by a conflict. */
function namesIn(error: unknown): string[] {
  const fields = isApiError(error) ? error.because?.['fields'] : undefined
  return Array.isArray(fields) ? fields.map(String) : []
}

/** Edits of one record and how they are saved, without losing anyone's changes. */
export function createRecordDraft({
  entity,
  key: firstKey,
  base = null,
  edits: preset = {},
  send,
  current = async (error) => error.current,
}: Options): RecordDraft {
  const store = createStore<DraftState>(() => ({
    key: firstKey,
    base,
    edits: preset,
    busy: false,
    conflicts: [],
    restored: null,
  }))
  const { getState: get, setState: set } = store
  let seed = randomUuid()
  /** The save that got no response. If it is resent unchanged it keeps its key, so that it is carried out only once. */
  let attempt: { content: string; idempotencyKey: string } | null = null
  /** Text typed for other values of a deciding field, by field and value. It waits until that value is chosen again. */
  const suspendedEdits = new Map<string, unknown>()
  /** The record shown is the one stored with the draft, not yet reloaded. */
  let unread = false
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  const changes = ({ base, edits }: DraftState): AnyRow => changedFields(base ?? {}, { ...base, ...edits })
  const isDirty = (): boolean => {
    const { key, base: known, edits } = get()
    const before = key === null ? { ...known, ...preset } : (known ?? {})
    return Object.keys(changedFields(before, { ...known, ...edits })).length > 0
  }

  async function sendChanges(only: string | undefined, beside: AnyRow): Promise<boolean> {
    for (;;) {
      const { key, base } = get()
      const all = changes(get())
      const part = only === undefined ? all : only in all ? { [only]: all[only] } : {}
      if (!base || (key !== null && Object.keys(part).length === 0)) return false
      const content = JSON.stringify([key, base['revision'], part, beside])
      if (attempt?.content !== content)
        attempt = { content, idempotencyKey: key === null ? `${seed}.${hashOf(content)}` : randomUuid() }
      try {
        const saved = await send({ key, part, beside, base, idempotencyKey: attempt.idempotencyKey })
        attempt = null
        accept(part, saved)
        return true
      } catch (error) {
        const latestRow = isApiError(error) && error.code === 'conflict' ? await current(error) : undefined
        // A conflict without new information would repeat forever.
        if (!latestRow || isSame({ ...base, ...latestRow }, base)) throw error
        if (!mergeConflict(latestRow, namesIn(error))) return false
      }
    }
  }

  /** Accepts a saved record. Text typed during the save is merged on top of the values that were sent. */
  function accept(part: AnyRow, saved: Row): void {
    const { key, base, edits } = get()
    const now = { ...base, ...saved }
    const sent = Object.fromEntries(Object.entries(saved).filter(([name]) => name in part))
    const typed = Object.entries(edits).filter(([name, value]) => !(name in part) || !isSame(value, part[name]))
    const before = key === null ? now : { ...base, ...sent }
    set({
      key: key ?? (saved[entity.key] as Key),
      base: now,
      restored: null,
      ...mergeEdits(entity, Object.fromEntries(typed), { before, now }),
    })
  }

  /**
   * True if no decision is needed. Only the server's error tells whether the other side changed a field that is not
   * loaded.
   */
  function mergeConflict(latestRow: Row, changed: readonly string[]): boolean {
    const { base, edits } = get()
    const now = { ...base, ...latestRow }
    const merged = mergeEdits(entity, edits, { before: base ?? {}, now })
    const unseen = Object.keys(merged.edits).filter((field) => !(field in now) && changed.includes(field))
    const conflicts = [...merged.conflicts, ...unseen.map((field) => ({ field, mine: merged.edits[field], theirs: undefined }))]
    set({ base: now, edits: merged.edits, conflicts })
    return conflicts.length === 0
  }

  return {
    store,
    isDirty,
    read(row) {
      const { base, busy } = get()
      const older = Number(row['revision']) < Number(base?.['revision'])
      if (unread && !older) {
        unread = false
        mergeConflict(row, [])
      }
      if (busy || older) return
      if (!isDirty()) return set({ base: row, edits: {} })
      // Edited fields keep the value and revision that editing began with, so that saving finds a conflict.
      const edited = [...Object.keys(changes(get())), 'revision'].map((name) => [name, base?.[name]])
      set({ base: { ...row, ...(Object.fromEntries(edited) as Row) } })
    },
    set: (name, value) =>
      set(({ base, edits }) => {
        const next = { ...edits, [name]: value }
        for (const [field, { dependsOn }] of Object.entries(entity.fields)) {
          const before = name in edits ? edits[name] : base?.[name]
          if (dependsOn !== name || isSame(before, value)) continue
          suspendedEdits.set(`${field} ${String(before)}`, edits[field])
          const typed = suspendedEdits.get(`${field} ${String(value)}`)
          if (typed === undefined) delete next[field]
          else next[field] = typed
        }
        return { edits: next }
      }),
    save(only, beside = {}) {
      if (get().key === null && get().busy) return Promise.resolve(false)
      waiting += 1
      set({ busy: true })
      const sent = waiting === 1 ? sendChanges(only, beside) : last.then(() => sendChanges(only, beside))
      const saved = sent.finally(() => {
        waiting -= 1
        set({ busy: waiting > 0 })
      })
      last = saved.catch(() => {})
      return saved
    },
    kept() {
      const { key, base, edits } = get()
      const isSecret = (name: string): boolean => name === 'current_password' || entity.fields[name]?.kind === 'secret'
      return {
        base,
        edits: Object.fromEntries(Object.entries(edits).filter(([name]) => !isSecret(name))),
        ...(key === null ? { seed } : {}),
      }
    },
    restore({ base: before, edits: kept, seed: keptSeed, at }) {
      seed = keptSeed ?? seed
      const { key, base: now, edits } = get()
      const typed = changedFields(preset, edits)
      const isStored = key !== null
      set({ base: (isStored ? before : null) ?? now, edits: { ...kept, ...typed }, restored: at })
      unread = isStored && !now
      if (isStored && now) mergeConflict(now, [])
    },
    discard: () => set(({ key }) => ({ edits: key === null ? preset : {}, conflicts: [], restored: null })),
    settle: (theirs) => set(({ edits }) => ({ edits: acceptTheirs(entity, edits, theirs), conflicts: [] })),
  }
}
