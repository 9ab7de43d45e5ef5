import { isApiError } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { readableFields } from '@tiffin/core/rules'
import { exportColumns, fetchExport, filterTexts, listQuery, type ListState, readableColumns } from '@tiffin/core/screens'
import { useRecords } from '../records-context.ts'
import type { Selected } from './use-selection.ts'

/** More than any table has. */
const ALL_ROWS = 1_000_000_000
const SECOND = 1000

/**
 * Fetches the rows and columns that are shown as a sheet (API-24, LIST-03). A message tells how far it has come, and stops it;
 * it goes on while the person works elsewhere in the console.
 */
export function useExport(state: ListState, columns: readonly string[]): (selected: Selected) => Promise<void> {
  const { client, notices, ports } = useCore()
  const t = useTranslate()
  const { screen, area, actor, company, lang, timezone, today } = useRecords()
  return async (selected) => {
    const { entity } = screen
    const readable = readableFields(actor, entity)
    const shown = readableColumns(actor, entity, columns)
    const { statistic: _sums, ...query } = listQuery(screen, state, { ...today(), columns: shown, readable })
    let told = 0
    const leaving = new AbortController()
    const notice = notices.show('info', 'Export: %1 rows, %2 MB', {
      params: ['…', '0'],
      ms: Infinity,
      closable: false,
      action: { label: 'Stop', run: () => leaving.abort() },
    })
    try {
      const chosen = selected === 'all' ? query.search : [{ key: entity.key, op: 'in' as const, prm: [...selected] }]
      const filters =
        selected === 'all'
          ? await filterTexts(screen, state, { ...today(), client, company, lang, t })
          : [t('%1 selected on this page', [selected.size])]
      const { filename, stream } = await fetchExport(
        client,
        {
          tables: [{ ...query, search: chosen, limit: [0, ALL_ROWS] }],
          columns: exportColumns(entity, shown, t),
          title: t(screen.title),
          // Rows of companies in many zones: the sheet says by whose clock it was written.
          filters: area === 'platform' ? [...filters, `${t('Time zone')}: ${timezone}`] : filters,
          timezone,
        },
        {
          company,
          signal: leaving.signal,
          onProgress: ({ rows, bytes }) => {
            if (performance.now() < told + SECOND) return
            told = performance.now()
            notices.update(notice, [rows, (bytes / 1e6).toFixed(1)])
          },
        },
      )
      keepAsFile(filename, await blobOf(stream))
      notices.show('positive', 'Exported: %1', { params: [filename] })
    } catch (error) {
      if (!isApiError(error)) throw error
      ports.log('nothing was exported', error)
      if (error.code === 'cancelled') notices.show('info', 'The export was stopped')
      else notices.show('negative', error.message, { params: error.params })
    } finally {
      notices.close(notice)
    }
  }
}

/** A browser keeps large blobs on disk. */
async function blobOf(stream: ReadableStream<Uint8Array>): Promise<Blob> {
  return new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).blob()
}

function keepAsFile(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has to have begun before the address may go.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
