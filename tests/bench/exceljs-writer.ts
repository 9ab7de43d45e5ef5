import { Writable } from 'node:stream'
import exceljs from 'exceljs'

/** A column as written for the comparison: its name and its cell format. */
export interface ComparedColumn {
  title: string
  format: string
}

/**
 * Writes rows with exceljs's streaming writer into a null stream. It gets rows already in memory and cells of the same kinds
 * and formats, without shared strings: less work than an export does.
 */
export async function writeWithExceljs(
  columns: readonly ComparedColumn[],
  rows: readonly unknown[][],
  count: number,
): Promise<void> {
  const nowhere = new Writable({ write: (_part, _encoding, done) => done() })
  const book = new exceljs.stream.xlsx.WorkbookWriter({ stream: nowhere as never, useStyles: true, useSharedStrings: false })
  const sheet = book.addWorksheet('order', { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = columns.map(({ title, format }) => ({ header: title, width: 20, style: { numFmt: format } }))
  for (let at = 0; at < count; at += 1) {
    sheet.addRow(rows[at % rows.length]).commit()
    // It ignores back-pressure, so its stream gets a turn now and then.
    if (at % 1000 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  sheet.commit()
  await book.commit()
}
