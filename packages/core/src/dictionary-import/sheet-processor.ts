import { type DictionaryPlan, type DictionaryRow, planDictionary } from '../import/dictionary-plan.ts'
import { hashFile } from '../import/hash-file.ts'
import { readSheet, type ReadOptions, type Sheet } from '../import/read-sheet.ts'
import type { Selection } from '../import/select-columns.ts'
import type { Closable } from './processor-channel.ts'
import { previewOf, type SheetPreview } from './preview.ts'

/** Does the long work with one sheet, which it keeps: in a browser inside a worker, so that the page never freezes. */
export interface SheetProcessor extends Closable {
  /** @throws SheetError */
  open(bytes: Uint8Array, options: ReadOptions): Promise<SheetPreview>
  /** Result of importing this part of the open sheet. */
  plan(selection: Selection, dictionary: readonly DictionaryRow[], options: { clearEmpty: boolean }): Promise<DictionaryPlan>
}
export const sheetProcessorMethods = ['open', 'plan'] as const

/** A processor in this thread. */
export function createSheetProcessor(): SheetProcessor {
  let sheet: Sheet | undefined
  return {
    async open(bytes, options) {
      sheet = undefined
      const hash = await hashFile(bytes)
      sheet = await readSheet(bytes, options)
      return { hash, ...previewOf(sheet) }
    },
    async plan(selection, dictionary, options) {
      if (!sheet) throw new Error('No sheet is open')
      return planDictionary(sheet, selection, dictionary, options)
    },
    close() {
      sheet = undefined
    },
  }
}
