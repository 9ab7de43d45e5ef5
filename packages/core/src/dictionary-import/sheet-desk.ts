import { type DictionaryPlan, type DictionaryRow, planDictionary } from '../import/dictionary-plan.ts'
import { readSheet, type ReadOptions, type Sheet } from '../import/read-sheet.ts'
import type { Selection } from '../import/select-columns.ts'
import { previewOf, type SheetPreview } from './preview.ts'

/** Does the long work with one sheet, which it keeps: in a browser inside a worker, so that the page never freezes. */
export interface SheetDesk {
  /** @throws SheetRefusal */
  open(bytes: Uint8Array, options: ReadOptions): Promise<SheetPreview>
  /** Result of importing this part of the open sheet. */
  plan(selection: Selection, dictionary: readonly DictionaryRow[], options: { clearEmpty: boolean }): Promise<DictionaryPlan>
  /** Ends unfinished work. */
  close(): void
}

/** A desk in this thread. */
export function createSheetDesk(): SheetDesk {
  let sheet: Sheet | undefined
  return {
    async open(bytes, options) {
      sheet = undefined
      sheet = await readSheet(bytes, options)
      return previewOf(sheet)
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
