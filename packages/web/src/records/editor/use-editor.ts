import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore } from '@tiffin/core/react'
import { type AnyRow, can } from '@tiffin/core/rules'
import {
  changedFields,
  checkRow,
  deleteRecords,
  newRow,
  type Problem,
  problemOf,
  readRecord,
  type Row,
  saveRecords,
} from '@tiffin/core/screens'
import { actingFor, useRecords } from '../records-context.ts'
import { useReload } from '../use-list.ts'
import type { OpenRecord } from '../use-list-url.ts'
import { useOpenFields } from './open-fields.ts'

export interface Conflict {
  /** The record as it is now. */
  current: Row
  /** Fields that both have changed. */
  fields: readonly string[]
}

/** One record being edited: what it was, what it is to be, and the way to the server and back. */
export function useEditor(id: OpenRecord, preset: Row) {
  const { client, notices, ports, session } = useCore()
  const view = useRecords()
  const { entity } = view.screen
  const reload = useReload()
  const isNew = id === 'new'
  // The frame around the page shows it too.
  const isOwnCompany = entity.name === 'company' && id === view.user.company?.company_id
  const { removal } = view.screen

  const read = useQuery({
    queryKey: ['record', entity.name, view.area, view.actor.company, id],
    queryFn: async ({ signal }) => (await readRecord(client, entity, id, { company: view.company, signal })) ?? null,
    enabled: !isNew,
    // What somebody is editing does not change under their hands.
    staleTime: Infinity,
    gcTime: 0,
  })

  const { today } = view
  const blank = useMemo(() => newRow(entity, today()), [entity, today])
  const base: Row | null = isNew ? blank : (read.data ?? null)
  const [edits, setEdits] = useState<AnyRow>(isNew ? preset : {})
  const [problems, setProblems] = useState<Record<string, Problem>>({})
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)

  const row: Row = useMemo(() => ({ ...base, ...edits }), [base, edits])
  const changed = useMemo(() => (base ? changedFields(base, row) : {}), [base, row])
  const dirty = Object.keys(changedFields({ ...base, ...(isNew ? preset : {}) }, row)).length > 0
  const { actor, company } = actingFor(view, row)
  const open = useOpenFields(view, isNew ? null : base, actor)

  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])

  /** Says what went wrong where it belongs: beside the field, or as a message (ERR-05). */
  const refuse = useCallback(
    (error: unknown, edited: AnyRow): void => {
      if (!isApiError(error)) throw error
      if (error.code === 'conflict' && error.current) {
        const { current } = error
        setConflict({ current, fields: Object.keys(edited).filter((name) => name in current) })
        return
      }
      const { field, problem } = problemOf(error, entity)
      if (field !== undefined) setProblems({ [field]: problem })
      notices.show('negative', problem.text, { params: problem.params })
    },
    [entity, notices],
  )

  /** What the server knows the record as; a save that follows at once has to name it. */
  const revision = useRef<unknown>(undefined)
  const known = base?.['revision']
  useEffect(() => {
    revision.current = known
  }, [known])
  /** The save under way: the next one waits for it. */
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const { refetch } = read

  async function send(part: AnyRow): Promise<boolean> {
    setBusy(true)
    try {
      const known = isNew ? {} : { revision: revision.current }
      // What the server sets itself is shown and not sent, such as the company of a message.
      const sent = isNew ? Object.fromEntries(Object.entries(part).filter(([name]) => !entity.fields[name]?.readonly)) : part
      const [saved] = await saveRecords(client, entity, [{ id: isNew ? 0 : id, row: { ...sent, ...known } }], company)
      if (saved?.['revision'] !== undefined) revision.current = saved['revision']
      setProblems({})
      if (!isNew) await refetch()
      if (isOwnCompany) await session.refresh()
      setEdits((now) => (isNew ? now : Object.fromEntries(Object.entries(now).filter(([name]) => !(name in part)))))
      // Who reads this may close: nothing is unsaved any more.
      notices.show('positive', 'Saved')
      await reload()
      return true
    } catch (error) {
      ports.log('a record was not saved', error)
      refuse(error, part)
      return false
    } finally {
      setBusy(false)
    }
  }

  function inTurn(part: AnyRow): Promise<boolean> {
    const sent = saving.current.then(() => send(part))
    saving.current = sent
    return sent
  }

  /** Checks what can be checked here, then saves what has changed. True when the record is saved. */
  async function save(): Promise<boolean> {
    if (!base) return false
    const fields = isNew ? open.writable : Object.keys(changed)
    const found = {
      ...checkRow(entity, row, { fields, isNew: isNew && view.area === 'platform' }),
      ...view.screen.check?.(isNew ? null : base, row),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return false
    if (!isNew && Object.keys(changed).length === 0) return true
    return inTurn(changed)
  }

  return {
    id,
    isNew,
    row,
    base,
    failed: read.isError || read.data === null,
    dirty,
    busy,
    problems,
    conflict,
    open,
    mayDelete:
      !isNew &&
      base !== null &&
      (removal ? removal.may(actor, base) : view.screen.remove && can(actor, 'delete', entity, base).allowed),
    /** Whether the name has to be typed in before it is deleted. */
    needsName: removal?.needsName(actor) === true,
    set(name: string, value: unknown) {
      setEdits((now) => ({ ...now, [name]: value }))
      setProblems(({ [name]: _solved, ...others }) => others)
      // A single field of a stored record is saved at once; of a new one there is nothing to save yet (EDIT-09).
      if (!isNew && view.screen.instant.includes(name)) void inTurn({ [name]: value })
    },
    save,
    /** Ends a conflict: the record goes on from what it is now, with the values that were chosen. */
    async settle(chosen: AnyRow): Promise<void> {
      const disputed = conflict?.fields ?? []
      setConflict(null)
      await refetch()
      setEdits((now) => ({ ...Object.fromEntries(Object.entries(now).filter(([name]) => !disputed.includes(name))), ...chosen }))
    },
    async remove(name = ''): Promise<boolean> {
      try {
        if (removal && base) await removal.run(client, base, name)
        else await deleteRecords(client, entity, [id], company)
        notices.show('positive', 'Deleted')
        if (isOwnCompany) await session.leaveCompany()
        await reload()
        return true
      } catch (error) {
        ports.log('a record was not deleted', error)
        refuse(error, {})
        return false
      }
    },
  }
}

export type EditorState = ReturnType<typeof useEditor>
