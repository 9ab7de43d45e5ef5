import { apiError } from '@tiffin/sdk/contract'

/** The refusal of a body of more than `limit` bytes, which says in kB what would be taken. */
export const tooLarge = (limit: number) => apiError('too_large', { params: [limit / 1024] })
