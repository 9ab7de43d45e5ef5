import { type ExportParams, hoursOfDay, type ReportInput } from '@tiffin/sdk/contract'
import type { Translate } from '#i18n/create-i18n'
import { groupLabels, reportColumns, reports, reportTitle } from '#rules/index'
import { hourText } from './labels.ts'

/** The name of the sums of one currency, where there are several. */
export const sumLabel = (label: string, currency: string): string => `${label}, ${currency || '–'}`

/** Parameters for exporting a report as a sheet, with headings and words in the language of `t`. */
export function reportSheet(report: ReportInput, t: Translate): ExportParams {
  const { group: defaultGroup, columns } = reports[report.report]
  const group = report.by ?? defaultGroup
  const words = {
    total: t('Total'),
    before: t('Previous period'),
    ...(group === 'courier' ? { 0: t('No courier') } : {}),
    ...(group === 'hour' ? Object.fromEntries(hoursOfDay.map((hour) => [hour, hourText(hour)])) : {}),
  }
  return {
    tables: [],
    report,
    columns: [
      { field: group, title: t(groupLabels[group]), words },
      ...columns.map((name) => ({ field: name, title: t(reportColumns[name].label) })),
    ],
    title: reportTitle(report.report, t),
  }
}
