import type { ImportRow } from '@tiffin/sdk/contract'
import type { FoundRecords } from '../import/found-records.ts'
import { hashFile } from '../import/hash-file.ts'
import { readRecords, type Records, sourceText } from '../import/read-records.ts'
import {
  type Reading,
  readRows,
  type UnknownValues,
  unknownValues,
  type RequestedNames,
  requestedNames,
} from '../import/read-rows.ts'
import type { ReadOptions } from '../import/read-sheet.ts'
import { writeSheet } from '../import/write-sheet.ts'
import type { Closable } from '../dictionary-import/processor-channel.ts'

/** The parts of a file that a user needs to choose the field of each column. */
export interface FilePreview {
  /** SHA-256 of the file in hexadecimal. */
  hash: string
  headings: readonly string[]
  /** Values of the first rows, by column. */
  samples: readonly (readonly string[])[]
  /** Number of rows. */
  count: number
  sheet: string
  sheets: readonly string[]
  /** The encoding of a csv file. */
  encoding?: string
}

/** Does the long work with a file of records, which it keeps. */
export interface RecordProcessor extends Closable {
  /** @throws SheetError */
  openRecords(bytes: Uint8Array, options: ReadOptions): Promise<FilePreview>
  /** The names that must be looked up before its rows can be read. */
  requestedNames(reading: Reading): Promise<RequestedNames[]>
  unknownValues(reading: Reading, found: FoundRecords): Promise<UnknownValues[]>
  readRows(reading: Reading, found: FoundRecords): Promise<ImportRow[]>
  /** The texts of some rows, by row number, with the headings first. Some columns give numbers. */
  rowTexts(rows: readonly number[], numberColumns: readonly number[]): Promise<string[][]>
  /** An .xlsx file with these rows. */
  writeSheet(rows: readonly (readonly string[])[]): Promise<Uint8Array>
}
export const recordProcessorMethods = [
  'openRecords',
  'requestedNames',
  'unknownValues',
  'readRows',
  'rowTexts',
  'writeSheet',
] as const

const SAMPLES = 3
/** Longer values are cut in the preview. */
const SHOWN_CHARACTERS = 100

/** A processor in this thread. */
export function createRecordProcessor(): RecordProcessor {
  let records: Records | undefined
  const opened = (): Records => {
    if (!records) throw new Error('No file is open')
    return records
  }
  return {
    async openRecords(bytes, options) {
      records = undefined
      const hash = await hashFile(bytes)
      records = await readRecords(bytes, options)
      return { hash, ...previewOf(records) }
    },
    requestedNames: async (reading) => requestedNames(opened(), reading),
    unknownValues: async (reading, found) => unknownValues(opened(), reading, found),
    readRows: async (reading, found) => readRows(opened(), reading, found),
    async rowTexts(requested, numberColumns) {
      const { headings, columns, rows } = opened()
      const numbers = new Set(requested)
      const texts = ({ cells }: Records['rows'][number]): string[] =>
        Array.from({ length: columns }, (_, column) => sourceText(cells[column], numberColumns.includes(column)))
      return [[...headings], ...rows.filter(({ row }) => numbers.has(row)).map(texts)]
    },
    writeSheet: (rows) => writeSheet(rows, 'xlsx'),
    close() {
      records = undefined
    },
  }
}

function previewOf({ headings, columns, rows, encoding, sheet = '', sheets = [] }: Records): Omit<FilePreview, 'hash'> {
  const samples = Array.from({ length: columns }, (_, column) =>
    rows
      .map(({ cells }) => sourceText(cells[column]).slice(0, SHOWN_CHARACTERS))
      .filter((text) => text.trim() !== '')
      .slice(0, SAMPLES),
  )
  const named = Array.from({ length: columns }, (_, column) => headings[column] ?? '')
  return { headings: named, samples, count: rows.length, sheet, sheets, ...(encoding === undefined ? {} : { encoding }) }
}
