/** Runs work with printers one at a time. */
export interface SerialQueue {
  run<T>(work: () => Promise<T>): Promise<T>
}

export function createSerialQueue(onBusy: (busy: boolean) => void): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run<T>(work: () => Promise<T>) {
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
