import type { StoreApi } from 'zustand/vanilla'
import type { Client } from '@tiffin/sdk/client'
import type { EarlierImport } from '@tiffin/sdk/contract'
import type { Translate } from '#i18n/create-i18n'
import type { Actor, PhoneCountry, Problem } from '#rules/index'
import type { PickedFile } from '../dictionary-import/import-dialog.ts'
import type { DecimalSign } from '../import/read-value.ts'
import type { UnknownValues } from '../import/read-rows.ts'
import { countChanges, type ImportTotals } from '../import/send-import.ts'
import type { OfferedTarget } from './column-choice.ts'
import type { OfferedValue } from './offered-values.ts'
import type { FilePreview, RecordProcessor } from './record-processor.ts'
import type { RememberedColumns } from './remembered-columns.ts'

/** Work that can be stopped. */
export type ImportWork =
  | { doing: 'reading' | 'matching' | 'planning' | 'applying' | 'stopping' | 'resuming' }
  | { doing: 'sending'; done: number; total: number }

/** A text of the file, the field of its column, and its possible meanings; null if there are too many records to choose from. */
export type UnknownColumn = UnknownValues & { offered: readonly OfferedValue[] | null }

export interface RecordImportState extends Pick<RememberedColumns, 'paths' | 'keyField' | 'clearEmpty' | 'meanings'> {
  step: 'file' | 'columns' | 'values' | 'plan' | 'done'
  work: ImportWork | null
  problem: Problem | null
  /** The table to import into; empty until it is chosen. */
  table: string
  file: string | null
  preview: FilePreview | null
  /** The chosen encoding of a csv file; empty if it is to be detected. */
  encoding: string
  /** The chosen decimal sign of numbers in texts; null if ambiguous ones are refused. */
  decimal: DecimalSign | null
  /** Whether the columns are those of the last import of such a file. */
  isRemembered: boolean
  unknown: readonly UnknownColumn[]
  plan: { id: string; totals: ImportTotals; earlier: EarlierImport | null } | null
  /** Whether the plan can't be applied any more, because records have changed. */
  isOutdated: boolean
  skipRejected: boolean
  saved: { change: number; records: number } | null
}

export interface RecordImport {
  store: StoreApi<RecordImportState>
  chooseTable(table: string): void
  chooseFile(file: PickedFile): Promise<void>
  chooseSheet(name: string): Promise<void>
  chooseEncoding(encoding: string): Promise<void>
  /** The fields of the chosen table that columns can be imported into. */
  targets(): OfferedTarget[]
  /** The fields by which rows can be matched with records, as the columns are chosen. */
  keyFields(): string[]
  setPath(column: number, path: string | null): void
  setKeyField(field: string): void
  setClearEmpty(on: boolean): void
  setDecimal(sign: DecimalSign | null): void
  /** Whether the chosen columns give numbers, so that the decimal sign matters. */
  hasNumbers(): boolean
  /** Chooses the columns by their headings instead of those of the last import. */
  forgetColumns(): void
  setMeaning(target: string, text: string, value: string | number | undefined): void
  setSkipRejected(on: boolean): void
  /** From the columns to the values that are unknown, if there are any, and to the plan. */
  next(): Promise<void>
  back(): void
  /** Makes the plan of the same file and columns again. */
  planAgain(): Promise<void>
  /** @param again whether to create the records that an earlier import of the file has created */
  apply(again?: boolean): Promise<void>
  /** Shows a plan that was made before. */
  resume(plan: string): Promise<void>
  /** Starts another import into the same table. */
  restart(): void
  stop(): void
  /** The refused rows of the plan with the reason, as .xlsx: in the columns of the file if it is still open. */
  refusedRows(): Promise<Uint8Array>
  template(): Promise<Uint8Array>
  close(): void
}

export interface RecordImportOptions {
  client: Client
  actor: Actor
  /** The company that the calls act for, if not the client's current one. */
  company?: number | undefined
  t: Translate
  lang: string
  /** Codes of the languages that texts may have. */
  languages: readonly string[]
  timezone: string
  /** The company's country, for phones. */
  country?: PhoneCountry | undefined
  openProcessor: () => RecordProcessor
  log: (message: string, error?: unknown) => void
  /** Resolves after this time. */
  pause: (ms: number) => Promise<void>
}

/** Nothing but the table is chosen. */
export const noFile = {
  file: null,
  preview: null,
  encoding: '',
  decimal: null,
  paths: [],
  isRemembered: false,
  keyField: '',
  clearEmpty: false,
  meanings: {},
  unknown: [],
  plan: null,
  isOutdated: false,
  skipRejected: false,
  saved: null,
  problem: null,
} satisfies Partial<RecordImportState>

/** Whether the plan can be applied: something changes, and refused rows are left out on purpose (AMB-226). */
export const canApply = ({
  plan,
  skipRejected,
  isOutdated,
}: Pick<RecordImportState, 'plan' | 'skipRejected' | 'isOutdated'>): boolean =>
  plan !== null && !isOutdated && countChanges(plan.totals) > 0 && (plan.totals.refused === 0 || skipRejected)
