import type { ExportParams } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { readableFields } from '@tiffin/core/rules'
import {
  exportColumns,
  filterTexts,
  searchByKeys,
  listQuery,
  type ListState,
  readableColumns,
  sheetColumns,
} from '@tiffin/core/screens'
import { useRecords } from '../records-context.ts'
import type { Selected } from './use-selection.ts'

/** Parameters for exporting a list as the reader sees it. */
export function useExportParams(state: ListState, columns: readonly string[]) {
  const { client } = useCore()
  const t = useTranslate()
  const { screen, area, actor, company, lang, timezone, today } = useRecords()
  const { entity } = screen
  const readable = readableFields(actor, entity)
  /** The fields of the columns. */
  const fields = readableColumns(actor, entity, sheetColumns(screen, columns, today()))
  const { statistic: _sums, ...query } = listQuery(screen, state, { ...today(), columns: fields, readable })

  async function paramsOf(selected: Selected, limit: number): Promise<ExportParams> {
    const search = selected === 'all' ? query.search : searchByKeys(entity, [...selected])
    const filters =
      selected === 'all'
        ? await filterTexts(screen, state, { ...today(), client, company, lang, t })
        : [t('%1 selected', [selected.size])]
    return {
      tables: [{ ...query, search, limit: [0, limit] }],
      columns: exportColumns(entity, fields, t),
      title: t(screen.title),
      // The rows' companies are in many time zones, so the sheet states the one it uses.
      filters: area === 'platform' ? [...filters, `${t('Time zone')}: ${timezone}`] : filters,
      timezone,
    }
  }
  return { fields, paramsOf }
}
