import { useState } from 'react'
import { entities, type Entity, type EntityName, isApiError } from '@tiffin/sdk/contract'
import type { Translate } from '@tiffin/core/i18n'
import { useCore, useTranslate } from '@tiffin/core/react'
import { formatList } from '@tiffin/core/rules'
import { fieldName, refusalOf } from '@tiffin/core/screens'
import { useReload } from '../use-list.ts'
import { totalOf, type Touched } from './change-scope.tsx'

/** A change, selected at one of its records. */
export interface UndoTarget {
  change: number
  /** The company that the change was made for. */
  company: number
  record: { table: string; id: number | string }
  /** Empty if the change was not found. */
  records: Touched
}

/** Undoes changes of records, asking first if there are several, and reports the result (MOON-01). */
export function useUndo() {
  const t = useTranslate()
  const { client, i18n, notices, ports, session } = useCore()
  const reload = useReload()
  const [busy, setBusy] = useState(false)

  const [asking, setAsking] = useState<UndoTarget | null>(null)

  async function run({ change, company, record }: UndoTarget, onlyRecord: boolean): Promise<void> {
    const { table } = record
    setBusy(true)
    try {
      // The counts leave out records hidden from this person, so one record is always named.
      const { data } = await client.Audit.undo(
        { change, ...(onlyRecord ? { only: record } : {}) },
        { company, timeoutMs: 60_000 },
      )
      // The frame around the page also shows the company and the person.
      if (table === 'company' || table === 'admin') await session.refresh()
      if (data.records === 1) notices.show('positive', 'Change undone')
      else notices.show('positive', 'Change undone, records: %1', { params: [data.records] })
      await reload()
    } catch (error) {
      ports.log('a change was not undone', error)
      if (!isApiError(error)) throw error
      const fields = error.because?.['fields']
      const problem = Array.isArray(fields)
        ? { message: error.message, params: [labels(error.table ?? table, fields.map(String), t, i18n.lang())] }
        : refusalOf(error, t, i18n.lang())
      notices.showSentence('negative', problem)
    } finally {
      setBusy(false)
      setAsking(null)
    }
  }
  return {
    busy,
    asking,
    run,
    undo: (target: UndoTarget) => (totalOf(target.records) > 1 ? setAsking(target) : void run(target, true)),
    close: () => setAsking(null),
  }
}

/** Field labels as a list. */
export function labels(table: string, fields: readonly string[], t: Translate, lang: string): string {
  const entity: Entity | undefined = entities[table as EntityName]
  return formatList(
    fields.map((name) => (entity ? fieldName(entity, name, t) : name)),
    lang,
  )
}
