import { isTransient } from '@tiffin/core'
import { isApiError } from '@tiffin/sdk/contract'

/** Whether the same call may succeed later. False for failures of the command itself, such as a full disk. */
export const isConnectionLost = (error: unknown): boolean => isApiError(error) && isTransient(error)
