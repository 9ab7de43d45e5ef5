import { isSame } from '#rules/index'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { newKey } from '@tiffin/sdk/client'
import { type ApiError, type Entity, isApiError } from '@tiffin/sdk/contract'
import type { AnyRow } from '#rules/index'
import type { KeptEdits } from '../drafts/drafts.ts'
import { carryOver, type Dispute, giveWay } from './carry-over.ts'
import { changedFields } from './draft.ts'
import type { Row } from './records.ts'

type Key = number | string

export interface DraftState {
  /** Null as long as the record is not stored. */
  key: Key | null
  /** The record as it was when somebody began to edit it; null until it has been read. */
  base: Row | null
  edits: AnyRow
  busy: boolean
  /** What somebody else has changed too, until it is settled. */
  disputes: readonly Dispute[]
  /** When those changes were typed that an earlier session has left, until they are saved or discarded. */
  restored: number | null
}

/** What to save of a record, and the key under which a repeated save is carried out once. */
export interface Saving {
  key: Key | null
  part: AnyRow
  base: Row
  idempotencyKey: string
}

export interface RecordDraft {
  store: StoreApi<DraftState>
  isDirty(): boolean
  /** Takes the record over as it has been read, unless somebody is editing it. */
  read(row: Row): void
  set(name: string, value: unknown): void
  /**
   * Saves what has been changed, or one field of it; one save at a time, and a new record once. What is typed meanwhile
   * stays to be saved. True when something was saved; rejects with what `send` is refused with, except for conflicts that
   * the draft or a person settles.
   */
  save(only?: string): Promise<boolean>
  /** What is kept of the changes in case the program ends: all but secrets. */
  kept(): KeptEdits
  /** Goes on with changes that were kept, on top of what the record has become meanwhile. */
  restore(kept: KeptEdits & { at: number }): void
  /** Gives the changes up. */
  discard(): void
  /** Ends the disputes: those named give way to the other side. */
  settle(theirs: readonly Dispute[]): void
}

interface Options {
  entity: Pick<Entity, 'name' | 'fields' | 'key'>
  key: Key | null
  /** Given for a new record; another is read. */
  base?: Row | null
  /** What a new record begins with. */
  edits?: AnyRow
  /** Writes and answers with the record as it is then. */
  send: (saving: Saving) => Promise<Row>
  /** The record as it is after a conflict; fields that nobody reads are missing. */
  current?: (error: ApiError) => Promise<Row | undefined>
}

/** The fields that a conflict is about. */
function namesIn(error: unknown): string[] {
  const fields = isApiError(error) ? error.because?.['fields'] : undefined
  return Array.isArray(fields) ? fields.map(String) : []
}

/** Edits of one record, and their way to the server, on which nothing of two people gets lost. */
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
    disputes: [],
    restored: null,
  }))
  const { getState: get, setState: set } = store
  /** The save that had no answer. Sent again unchanged, it keeps its key, so that it is carried out once. */
  let attempt: { content: string; idempotencyKey: string } | null = null
  /** What was typed for other values of a field that decides about others, by field and value: it waits until one goes back to it. */
  const aside = new Map<string, unknown>()
  /** The record is shown as it was when changes to it were kept. */
  let unread = false
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  const changes = ({ base, edits }: DraftState): AnyRow => changedFields(base ?? {}, { ...base, ...edits })
  const isDirty = (): boolean => {
    const { key, base: known, edits } = get()
    const before = key === null ? { ...known, ...preset } : (known ?? {})
    return Object.keys(changedFields(before, { ...known, ...edits })).length > 0
  }

  async function sendChanges(only: string | undefined): Promise<boolean> {
    for (;;) {
      const { key, base } = get()
      const all = changes(get())
      const part = only === undefined ? all : only in all ? { [only]: all[only] } : {}
      if (!base || (key !== null && Object.keys(part).length === 0)) return false
      const content = JSON.stringify([key, base['revision'], part])
      if (attempt?.content !== content) attempt = { content, idempotencyKey: newKey() }
      try {
        const saved = await send({ key, part, base, idempotencyKey: attempt.idempotencyKey })
        attempt = null
        accept(part, saved)
        return true
      } catch (error) {
        const met = isApiError(error) && error.code === 'conflict' ? await current(error) : undefined
        // A conflict with what is known already would come again and again.
        if (!met || isSame({ ...base, ...met }, base)) throw error
        if (!meet(met, namesIn(error))) return false
      }
    }
  }

  /** What was typed while the save was under way was typed upon what was sent. */
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
      ...carryOver(entity, Object.fromEntries(typed), { before, now }),
    })
  }

  /** True when nobody has to decide. Whether the other side has changed a field that nobody reads, only the refusal tells. */
  function meet(met: Row, changed: readonly string[]): boolean {
    const { base, edits } = get()
    const now = { ...base, ...met }
    const carried = carryOver(entity, edits, { before: base ?? {}, now })
    const unseen = Object.keys(carried.edits).filter((field) => !(field in now) && changed.includes(field))
    const disputes = [...carried.disputes, ...unseen.map((field) => ({ field, mine: carried.edits[field], theirs: undefined }))]
    set({ base: now, edits: carried.edits, disputes })
    return disputes.length === 0
  }

  return {
    store,
    isDirty,
    read(row) {
      const { base, busy } = get()
      const older = Number(row['revision']) < Number(base?.['revision'])
      if (unread && !older) {
        unread = false
        meet(row, [])
      }
      if (!busy && !older && !isDirty()) set({ base: row, edits: {} })
    },
    set: (name, value) =>
      set(({ base, edits }) => {
        const next = { ...edits, [name]: value }
        for (const [field, { decidedBy }] of Object.entries(entity.fields)) {
          const before = name in edits ? edits[name] : base?.[name]
          if (decidedBy !== name || isSame(before, value)) continue
          aside.set(`${field} ${String(before)}`, edits[field])
          const typed = aside.get(`${field} ${String(value)}`)
          if (typed === undefined) delete next[field]
          else next[field] = typed
        }
        return { edits: next }
      }),
    save(only) {
      if (get().key === null && get().busy) return Promise.resolve(false)
      waiting += 1
      set({ busy: true })
      const sent = waiting === 1 ? sendChanges(only) : last.then(() => sendChanges(only))
      const saved = sent.finally(() => {
        waiting -= 1
        set({ busy: waiting > 0 })
      })
      last = saved.catch(() => {})
      return saved
    },
    kept() {
      const { base, edits } = get()
      const isSecret = (name: string): boolean => name === 'current_password' || entity.fields[name]?.kind === 'secret'
      return { base, edits: Object.fromEntries(Object.entries(edits).filter(([name]) => !isSecret(name))) }
    },
    restore({ base: before, edits: kept, at }) {
      const { key, base: now, edits } = get()
      const typed = changedFields(preset, edits)
      const isStored = key !== null
      set({ base: (isStored ? before : null) ?? now, edits: { ...kept, ...typed }, restored: at })
      unread = isStored && !now
      if (isStored && now) meet(now, [])
    },
    discard: () => set(({ key }) => ({ edits: key === null ? preset : {}, disputes: [], restored: null })),
    settle: (theirs) => set(({ edits }) => ({ edits: giveWay(entity, edits, theirs), disputes: [] })),
  }
}
