import { type ApiError, isApiError } from '@tiffin/sdk/contract'

/** Runs a part of a request whose rows are these; an error then names the row of the request. */
export async function inRows<T>(rows: readonly { index: number }[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isApiError(error)) for (const refusal of new Set([error, ...(error.refused ?? [])])) rename(refusal, rows)
    throw error
  }
}

function rename(refusal: ApiError, rows: readonly { index: number }[]): void {
  const place = refusal.row === undefined ? undefined : rows[refusal.row]
  if (place) refusal.row = place.index
}
