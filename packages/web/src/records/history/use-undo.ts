import { useState } from 'react'
import { entities, type Entity, type EntityName, isApiError } from '@tiffin/sdk/contract'
import type { Translate } from '@tiffin/core/i18n'
import { useCore, useTranslate } from '@tiffin/core/react'
import { formatList } from '@tiffin/core/rules'
import { fieldName, refusalOf } from '@tiffin/core/screens'
import { useReload } from '../use-list.ts'
import { totalOf, type RecordCounts } from './change-scope.tsx'

/** A change, selected at one of its records. */
export interface UndoTarget {
  change: number
  /** The company that the change was made for. */
  company: number
  record: { table: string; id: number | string }
  /** Empty if the change was not found. */
  records: RecordCounts
}

/** Scope of an undo: the record it was selected at, all of it, or all that has not changed since. */
export type UndoScope = 'record' | 'all' | 'unchanged'

/** Records of a change that have changed since, and why it can't be undone for them. */
export interface ChangedSince {
  target: UndoTarget
  /** Some of these records; a deleted one is listed without fields. */
  records: readonly { table: string; id: number | string; fields: readonly string[] }[]
  count: number
  /** Number of records that can be undone without them. */
  others: number
}

/** Undoes changes of records, asking first if there are several, and reports the result (MOON-01). */
export function useUndo() {
  const t = useTranslate()
  const { client, i18n, notices, ports, session } = useCore()
  const reload = useReload()
  const [busy, setBusy] = useState(false)

  const [question, setQuestion] = useState<UndoTarget | null>(null)
  const [changedSince, setChangedSince] = useState<ChangedSince | null>(null)

  /** Resolves to whether it was undone. */
  async function run(target: UndoTarget, scope: UndoScope): Promise<boolean> {
    const { change, company, record } = target
    const { table } = record
    setBusy(true)
    try {
      // The counts leave out records hidden from this user, so one record is always named.
      const { data } = await client.Audit.undo(
        { change, ...(scope === 'record' ? { only: record } : {}), ...(scope === 'unchanged' ? { mode: scope } : {}) },
        { company, timeoutMs: 60_000 },
      )
      // The frame around the page also shows the company and the user.
      if (table === 'company' || table === 'admin') await session.refresh()
      if (data.records === 1) notices.show('positive', 'Change undone')
      else notices.show('positive', 'Change undone in %1 records', { params: [data.records] })
      await reload()
      return true
    } catch (error) {
      ports.log('a change was not undone', error)
      if (!isApiError(error)) throw error
      if (scope === 'all' && error.because?.['records']) {
        setChangedSince({ ...(error.because as unknown as Omit<ChangedSince, 'target'>), target })
        return false
      }
      const fields = error.because?.['fields']
      const problem = Array.isArray(fields)
        ? { message: error.message, params: [labels(error.table ?? table, fields.map(String), t, i18n.lang())] }
        : refusalOf(error, t, i18n.lang())
      notices.showSentence('negative', problem)
      return false
    } finally {
      setBusy(false)
      setQuestion(null)
    }
  }
  return {
    busy,
    question,
    changedSince,
    run,
    undo: (target: UndoTarget) => (totalOf(target.records) > 1 ? setQuestion(target) : void run(target, 'record')),
    close() {
      setQuestion(null)
      setChangedSince(null)
    },
  }
}
export type Undo = ReturnType<typeof useUndo>

/** Field labels as a list. */
export function labels(table: string, fields: readonly string[], t: Translate, lang: string): string {
  const entity: Entity | undefined = entities[table as EntityName]
  return formatList(
    fields.map((name) => (entity ? fieldName(entity, name, t) : name)),
    lang,
  )
}
