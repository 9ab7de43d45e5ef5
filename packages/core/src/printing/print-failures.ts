import { isApiError } from '@tiffin/sdk/contract'
import type { Notices } from '#notices/notices'
import { isPrinterError } from '#receipt/printer'

/** A sentence of the dictionary for what went wrong. */
export const messageOf = (error: unknown): string =>
  isApiError(error) || isPrinterError(error) ? error.message : 'The printer failed'

export const tellFailure = (notices: Notices, error: unknown): void =>
  void notices.show('negative', messageOf(error), isApiError(error) ? { params: error.params } : {})
