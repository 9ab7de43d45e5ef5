import { useState } from 'react'
import { entities, type Entity, type EntityName, isApiError } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { formatList } from '@tiffin/core/rules'
import { fieldLabel, refusalOf } from '@tiffin/core/screens'
import { useReload } from '../use-list.ts'

/** Takes changes of records back, and says how it went (MOON-01). */
export function useUndo() {
  const t = useTranslate()
  const { client, i18n, notices, ports, session } = useCore()
  const reload = useReload()
  const [busy, setBusy] = useState(false)

  /** The company is the one that the change was made for. */
  async function undo(change: number, company: number, table: string): Promise<void> {
    setBusy(true)
    try {
      await client.Audit.undo({ change }, { company })
      // The frame around the page shows the company and the person too.
      if (table === 'company' || table === 'admin') await session.refresh()
      notices.show('positive', 'The change has been undone')
      await reload()
    } catch (error) {
      ports.log('a change was not undone', error)
      if (!isApiError(error)) throw error
      const fields = error.because?.['fields']
      const { text, params } = Array.isArray(fields)
        ? { text: error.message, params: [labels(error.table ?? table, fields.map(String), t, i18n.lang())] }
        : refusalOf(error, t, i18n.lang())
      notices.show('negative', text, { params })
    } finally {
      setBusy(false)
    }
  }
  return { busy, undo }
}

/** What fields are called, one after another. */
export function labels(table: string, fields: readonly string[], t: (key: string) => string, lang: string): string {
  const entity: Entity | undefined = entities[table as EntityName]
  return formatList(
    fields.map((name) => (entity ? t(fieldLabel(entity, name)) : name)),
    lang,
  )
}
