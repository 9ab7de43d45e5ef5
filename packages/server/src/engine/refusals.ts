import { type ApiError, apiError, isApiError } from '@tiffin/sdk/contract'

/** Collects the refused rows of one request, so that the sender learns about all of them at once. */
export interface Refusals {
  /** Runs an action on each row and returns the rows that were not refused. */
  each<R>(rows: readonly R[], act: (row: R) => unknown): Promise<R[]>
  /** @throws the error of the first row, with those of all rows in `refused` if there are several */
  raise(): void
}

export function createRefusals(): Refusals {
  const refused: ApiError[] = []
  return {
    async each(rows, act) {
      const good: (typeof rows)[number][] = []
      for (const row of rows) {
        try {
          await act(row)
          good.push(row)
        } catch (error) {
          if (!isApiError(error) || error.row === undefined) throw error
          refused.push(error)
        }
      }
      return good
    },
    raise() {
      const sorted = refused.toSorted((a, b) => Number(a.row) - Number(b.row))
      const [first] = sorted
      if (first) throw sorted.length > 1 ? apiError(first.code, { ...first, message: first.message, refused: sorted }) : first
    },
  }
}
