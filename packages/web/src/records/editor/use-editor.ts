import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { can, pages } from '@tiffin/core/rules'
import {
  changedFields,
  checkField,
  checkRow,
  createRecordDraft,
  deleteRecords,
  type EditConflict,
  type FollowUp,
  newRow,
  type Problem,
  problemOf,
  refusalOf,
  translateParams,
  type Row,
  rowTitle,
  saveRecords,
  type PendingSave,
} from '@tiffin/core/screens'
import { recordQuery } from '../record-query.ts'
import { scopeOfRow, useRecords } from '../records-context.ts'
import { useReload } from '../use-list.ts'
import type { OpenRecord } from '../use-list-url.ts'
import { useStableCallback } from '../../ui/use-stable-callback.ts'
import { useOpenFields } from './open-fields.ts'

/** State of one record being edited: stored and edited values, loading and saving. */
export function useEditor(opened: OpenRecord, preset: Row) {
  const t = useTranslate()
  const { client, notices, ports, reachability, session } = useCore()
  const navigate = useNavigate()
  const view = useRecords()
  const { entity } = view.screen
  const reload = useReload()
  const { removal } = view.screen
  const queries = useQueryClient()

  const [draft] = useState(() =>
    createRecordDraft({
      entity,
      ...(opened === 'new'
        ? { key: null, base: newRow(entity, view.today()), edits: preset }
        : // Preloaded, it is shown at once: its fields after an empty form would be a second rendering.
          { key: opened, base: queries.getQueryData(recordQuery(client, view, opened).queryKey) ?? null }),
      async send({ key, part, beside, base, idempotencyKey }: PendingSave) {
        // Values set by the server are shown but not sent, such as a message's company.
        const row =
          key === null
            ? Object.fromEntries(Object.entries(part).filter(([name]) => !entity.fields[name]?.readonly))
            : { ...part, ...beside, revision: base['revision'] }
        const acting = scopeOfRow(view, { ...base, ...part }).company
        const { rows } = await saveRecords(client, entity, [{ id: key ?? 0, row }], acting, { idempotencyKey })
        return rows[0] ?? {}
      },
    }),
  )
  const { key, base, edits, busy, conflicts } = useSelected(draft.store, (state) => state)
  const isNew = key === null
  const id = key ?? 'new'
  // The frame around the page also shows this company.
  const isOwnCompany = entity.name === 'company' && id === view.user.company?.company_id

  const query = recordQuery(client, view, id)
  const read = useQuery({ ...query, enabled: !isNew })
  const giveUp = useStableCallback(() => queries.removeQueries({ queryKey: query.queryKey, exact: true }))
  // Opening the record again must show changes that others have saved since.
  useEffect(() => giveUp, [giveUp])
  useEffect(() => {
    if (read.data) draft.read(read.data)
  }, [read.data, draft])

  /** Id of the notice that the server could not be reached. */
  const unsaved = useRef(0)
  const [problems, setProblems] = useState<Record<string, Problem>>({})
  /** Counts errors, so that the form goes to the problem each time. */
  const [refusals, setRefusals] = useState(0)
  const row: Row = useMemo(() => ({ ...base, ...edits }), [base, edits])
  const dirty = draft.isDirty()
  const { actor, company } = scopeOfRow(view, row)
  // Restored changes are shown offline, too.
  const failed = (read.isError && base === null) || read.data === null
  const rights = useOpenFields(view, isNew ? null : base, actor)
  const open = failed ? { ...rights, writable: [] } : rights

  /** Shows a problem next to its field, or as a message (ERR-05). */
  const refuse = useCallback(
    (error: unknown): void => {
      if (!isApiError(error)) throw error
      const { field, problem } = problemOf(error, entity)
      if (field !== undefined) {
        setProblems({ [field]: problem })
        setRefusals((times) => times + 1)
      }
      notices.showSentence('negative', field === undefined ? refusalOf(error, t, view.lang) : translateParams(problem, t))
    },
    [entity, notices, t, view.lang],
  )

  function suggestNext(): void {
    const created = draft.store.getState().base ?? {}
    const next = view.screen.next?.(created)
    if (!next) return
    const { label, path } = pages[next.page]
    const isOpen = view.user.navigation.includes(next.page)
    notices.show('info', next.text, {
      params: [rowTitle(created, view.lang)],
      ms: Infinity,
      ...(isOpen ? { action: { label, run: () => void navigate(path) } } : {}),
    })
  }

  /** Saves all changes or one field, and reports it. */
  async function send(only?: string, beside?: Row): Promise<void> {
    notices.close(unsaved.current)
    try {
      if (!(await draft.save(only, beside))) return
      setProblems({})
      if (isOwnCompany) await session.refresh()
      // By the time this is shown, everything sent is saved, so the editor may be closed.
      notices.show('positive', 'Saved')
      if (isNew) suggestNext()
      await reload()
    } catch (error) {
      ports.log('a record was not saved', error)
      if (isApiError(error) && error.code === 'warned') setWarned(String(error.params?.[0] ?? '').split(', '))
      else if (isApiError(error) && reachability.store.getState().isOffline) {
        const text = "Not saved: can't reach the server. Your changes are kept as a draft. Save again when you're back online."
        unsaved.current = notices.show('negative', text, { ms: Infinity })
      } else refuse(error)
    }
  }

  /** Whether all local checks pass; problems are shown next to their fields. */
  function check(): boolean {
    if (!base) return false
    const fields = isNew ? open.writable : Object.keys(changedFields(base, row))
    const found = {
      ...view.screen.check?.(isNew ? null : base, row),
      ...checkRow(entity, row, { fields, isNew: isNew && view.area === 'platform', before: base }),
    }
    setProblems(found)
    if (Object.keys(found).length === 0) return true
    setRefusals((times) => times + 1)
    return false
  }

  /** Saves the changes if they are valid. True if nothing is left to save. */
  async function save(): Promise<boolean> {
    if (!check()) return false
    await send()
    return draft.store.getState().key !== null && !draft.isDirty()
  }

  /** Checks a field when it loses the focus. */
  const checkLeft = useStableCallback((name: string): void => {
    const { base, edits } = draft.store.getState()
    const problem = name in edits && entity.fields[name] ? checkField(entity, name, edits[name], base?.[name]) : undefined
    if (problem) setProblems((others) => ({ ...others, [name]: problem }))
  })

  /** Warnings of the last refused save, until the question about them is answered (AMB-213). */
  const [warned, setWarned] = useState<readonly string[]>([])
  async function overrule(yes: boolean): Promise<void> {
    setWarned([])
    if (!yes) return
    await send(undefined, { overruled: warned })
  }

  /** Changes that wait for the answer to a question. */
  const [asked, setAsked] = useState<{ ask: NonNullable<FollowUp['ask']>; name: string; values: Row } | null>(null)

  function apply(values: Row): void {
    for (const [name, value] of Object.entries(values)) draft.set(name, value)
    setProblems((others) => Object.fromEntries(Object.entries(others).filter(([name]) => !(name in values))))
  }
  /** A single field of a stored record is saved at once; a new record has nothing to save yet (EDIT-09). */
  function sendInstant(name: string): void {
    if (!isNew && view.screen.instant.includes(name)) void send(name)
  }
  const set = useStableCallback((name: string, value: unknown): void => {
    const { base, edits } = draft.store.getState()
    const followed = view.screen.follow?.({ before: isNew ? null : base, row: { ...base, ...edits }, name, value })
    const values = { [name]: value, ...followed?.set }
    if (followed?.ask) return setAsked({ ask: followed.ask, name, values })
    apply(values)
    sendInstant(name)
  })

  return {
    id,
    isNew,
    row,
    /** The current values, for work that takes a while. */
    latest: (): Row => ({ ...draft.store.getState().base, ...draft.store.getState().edits }),
    base,
    failed,
    draft,
    dirty,
    busy,
    problems,
    refusals,
    conflicts,
    /** A question about a change, until it is answered. */
    asked: asked?.ask ?? null,
    answer(yes: boolean) {
      setAsked(null)
      if (!asked || !yes) return
      apply(asked.values)
      sendInstant(asked.name)
    },
    open,
    mayDelete:
      !isNew &&
      !failed &&
      base !== null &&
      (removal ? removal.may(actor, base) : view.screen.remove && can(actor, 'delete', entity, base).allowed),
    removal,
    /** Whether the name must be typed to confirm the deletion. */
    needsName: removal?.needsName(actor) === true,
    set,
    checkLeft,
    check,
    save,
    settle: (theirs: readonly EditConflict[]) => draft.settle(theirs),
    warned,
    overrule,
    async remove(name = ''): Promise<boolean> {
      try {
        if (removal && base) await removal.run(client, base, name)
        else await deleteRecords(client, entity, [{ [entity.key]: id, revision: base?.['revision'] }], company)
        draft.discard()
        notices.show('positive', 'Deleted')
        if (isOwnCompany) await session.leaveCompany()
        await reload()
        return true
      } catch (error) {
        ports.log('a record was not deleted', error)
        refuse(error)
        // Loads changes made elsewhere, so that the next attempt is based on them.
        if (isApiError(error) && error.code === 'conflict') await reload()
        return false
      }
    },
  }
}

export type EditorState = ReturnType<typeof useEditor>
