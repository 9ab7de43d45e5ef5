import { apiError } from '@tiffin/sdk/contract'

/** The error for a body of more than `limit` bytes, with the limit in kB. */
export const tooLarge = (limit: number) => apiError('too_large', { params: [limit / 1024] })
