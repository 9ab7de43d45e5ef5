import { isApiError } from '@tiffin/sdk/contract'
import type { Notices } from '#notices/notices'
import { isPrinterError } from '#receipt/printer'

/** A sentence describing the error. */
export const messageOf = (error: unknown): string =>
  isApiError(error) || isPrinterError(error) ? error.message : 'Printer error'

export const reportFailure = (notices: Notices, error: unknown): void =>
  void notices.showSentence('negative', isApiError(error) ? error : { message: messageOf(error) })
