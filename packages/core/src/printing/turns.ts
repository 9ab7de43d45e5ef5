/** Runs work with printers one at a time. */
export interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>
}

export function createTurns(onBusy: (busy: boolean) => void): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return {
    take<T>(work: () => Promise<T>) {
      const run = async (): Promise<T> => {
        onBusy(true)
        try {
          return await work()
        } finally {
          onBusy(false)
        }
      }
      const result = last.then(run, run)
      last = result.catch(() => {})
      return result
    },
  }
}
