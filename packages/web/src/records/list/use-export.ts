import { type ApiError, apiError, errors, type ExportParams, isApiError } from '@tiffin/sdk/contract'
import { formatCount } from '@tiffin/core'
import { useCore, useTranslate } from '@tiffin/core/react'
import { countRows, fetchExport, type FoundRows, type ListState, modeOf } from '@tiffin/core/screens'
import { saveAsFile } from '../../ui/save-as-file.ts'
import { useRecords } from '../records-context.ts'
import { useExportParams } from './use-export-params.ts'
import type { Selected } from './use-selection.ts'

/** The number of rows that the user saw, and for a search the identity of the result. */
type CountedRows = Pick<FoundRows, 'count'> & Partial<Pick<FoundRows, 'set'>>

/** More rows than any table has. */
const NO_LIMIT = 1_000_000_000
const SECOND = 1000

/**
 * Exports the visible rows and columns as a sheet (API-24, LIST-03). A message shows the progress and can cancel it;
 * the export continues while the user works elsewhere in the console.
 */
export type ExportRows = (selected: Selected, counted?: CountedRows) => Promise<void>

export function useExport(state: ListState, columns: readonly string[]): ExportRows {
  const { client, notices } = useCore()
  const { screen, company, lang } = useRecords()
  const { paramsOf } = useExportParams(state, columns)
  const exportAs = useExportAs()
  return async function exportRows(selected: Selected, counted?: CountedRows) {
    const { entity } = screen
    /** The number has changed since the user saw it, so ask again. */
    const confirmChangedCount = (error: ApiError): void => {
      const again = { label: 'Export' as const, run: () => void exportRows(selected) }
      const count = formatCount({ count: Number(error.params?.[0] ?? 0), atLeast: false }, lang)
      notices.show('warning', errors.selection_changed, { params: [count], ms: Infinity, action: again })
    }
    await exportAs(async (signal) => {
      const params = await paramsOf(selected, NO_LIMIT)
      if (counted) {
        const search = params.tables[0]?.search
        const { count } = await countRows(client, { table: entity.name, search, ...modeOf(screen) }, { company, signal })
        if (counted.count !== count) throw apiError('selection_changed', { params: [count] })
      }
      // Rows that were not counted may change during the export.
      return { ...params, ...(counted?.set === undefined ? {} : { set: counted.set }) }
    }, confirmChangedCount)
  }
}

type ExportAs = (
  paramsOf: (signal: AbortSignal) => Promise<ExportParams>,
  confirmChangedCount?: (error: ApiError) => void,
) => Promise<void>

/** Saves an export as a file. */
export function useExportAs(): ExportAs {
  const { client, notices, ports } = useCore()
  const t = useTranslate()
  const { screen, company, lang } = useRecords()
  return async (paramsOf, confirmChangedCount) => {
    let shownAt = 0
    const leaving = new AbortController()
    const notice = notices.show('info', 'Export: %1 rows, %2 MB', {
      params: ['…', '0'],
      ms: Infinity,
      closable: false,
      action: { label: 'Stop', run: () => leaving.abort() },
    })
    try {
      const { signal } = leaving
      const params = await paramsOf(signal)
      const { filename, rows, stream } = await fetchExport(client, params, {
        company,
        signal,
        onProgress: ({ rows, bytes }) => {
          if (performance.now() < shownAt + SECOND) return
          shownAt = performance.now()
          notices.update(notice, { text: 'Export: %1 rows, %2 MB', params: [rows, (bytes / 1e6).toFixed(1)] })
        },
      })
      const name = pageFileName(params.title ?? t(screen.title), filename)
      saveAsFile(name, await blobOf(stream))
      notices.show('positive', 'Exported: %1 (rows: %2)', {
        params: [name, formatCount({ count: rows, atLeast: false }, lang)],
      })
    } catch (error) {
      if (!isApiError(error)) throw error
      ports.log('nothing was exported', error)
      if (error.code === 'cancelled') notices.show('info', 'Export stopped')
      else if (error.code === 'selection_changed' && confirmChangedCount) confirmChangedCount(error)
      else notices.showSentence('negative', error)
    } finally {
      notices.close(notice)
    }
  }
}

/** The server's file name, which has the table and the day, with the page's title instead of the table. */
const pageFileName = (title: string, filename: string): string =>
  `${title.replaceAll(/[\\/:*?"<>|]+/g, '')} ${/\d{4}-\d\d-\d\d\.\w+$/.exec(filename)?.[0] ?? filename}`

/** Browsers store large blobs on disk. */
async function blobOf(stream: ReadableStream<Uint8Array>): Promise<Blob> {
  return new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).blob()
}
