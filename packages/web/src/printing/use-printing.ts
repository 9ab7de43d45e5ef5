import { useCore, useSelected } from '@tiffin/core/react'
import { type BrowserPrinting, printingOf } from './browser-printing.ts'

/** The printing of this tab. */
export const usePrinting = (): BrowserPrinting => printingOf(useCore())

/** Whether the user is being asked if a ticket was printed. */
export function useIsPrintQuestionOpen({ question }: BrowserPrinting): boolean {
  return useSelected(question.store, ({ isOpen }) => isOpen)
}
