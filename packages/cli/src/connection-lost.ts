import { isTransient } from '@tiffin/core'
import { isApiError } from '@tiffin/sdk/contract'

/** Whether the same call may succeed later. A failure of the command itself, such as a full disk, is none of these. */
export const isConnectionLost = (error: unknown): boolean => isApiError(error) && isTransient(error)
