import type { ExportParams } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { readPrintedRows, reportDocuments } from '@tiffin/core/screens'
import { PrintDialog } from '../list/print-dialog.tsx'
import { useRecords } from '../records-context.ts'

export interface ReportPrintProps {
  paramsOf: () => Promise<ExportParams>
  onClose: () => void
}

/** The rows and sums of a report, to be printed with the filters. */
export function ReportPrintDialog({ paramsOf, onClose }: ReportPrintProps) {
  const t = useTranslate()
  const { screen } = useRecords()
  return (
    <PrintDialog
      paramsOf={paramsOf}
      read={async (stream, onRows) => {
        const place = { entity: screen.entity, sums: [], blank: {}, fields: [], t }
        return reportDocuments(await readPrintedRows(stream, place, onRows))
      }}
      onClose={onClose}
    />
  )
}
