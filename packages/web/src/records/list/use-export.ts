import { isApiError } from '@tiffin/sdk/contract'
import { useCore } from '@tiffin/core/react'
import { readableFields } from '@tiffin/core/rules'
import { listQuery, type ListState } from '@tiffin/core/screens'
import { useRecords } from '../records-context.ts'
import type { Selected } from './use-selection.ts'

/** More rows than any company has; the export itself is streamed. */
const ALL_ROWS = 1_000_000

/** Asks for a ticket for the rows and columns that are shown, and opens the sheet (API-24, LIST-03). */
export function useExport(state: ListState, columns: readonly string[]): (selected: Selected) => Promise<void> {
  const { client, notices, ports } = useCore()
  const { screen, actor, company, today } = useRecords()
  return async (selected) => {
    const query = listQuery(screen, state, { ...today(), columns, readable: readableFields(actor, screen.entity) })
    const chosen = selected === 'all' ? query.search : [{ key: screen.entity.key, op: 'in' as const, prm: [...selected] }]
    try {
      const { data } = await client.Export.ticket(
        { params: { tables: [{ ...query, search: chosen, limit: [0, ALL_ROWS] }], columns: [...columns] } },
        company === undefined ? {} : { company },
      )
      const address = new URLSearchParams({ api: 'Export', method: 'Excel', token: data.ticket })
      location.assign(`/api?${address.toString()}`)
    } catch (error) {
      if (!isApiError(error)) throw error
      ports.log('nothing was exported', error)
      notices.show('negative', error.message, { params: error.params })
    }
  }
}
