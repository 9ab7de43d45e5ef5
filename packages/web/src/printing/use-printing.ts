import { useCore, useSelected } from '@tiffin/core/react'
import { type BrowserPrinting, printingOf } from './browser-printing.ts'

/** The printing of this tab. */
export const usePrinting = (): BrowserPrinting => printingOf(useCore())

/** Whether somebody is asked if a ticket came out. */
export function useIsAsked({ question }: BrowserPrinting): boolean {
  return useSelected(question.store, ({ isOpen }) => isOpen)
}
