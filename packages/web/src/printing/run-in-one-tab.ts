/**
 * Runs work in one tab of this browser at a time. It ends on request or with the tab; then the next tab starts.
 * Browsers without locks start at once: the server's leases still keep tabs from each other's tickets.
 */
export function runInOneTab(
  name: string,
  begin: () => void,
  end: () => void,
  locks: LockManager | null | undefined = navigator.locks,
): () => void {
  if (!locks) {
    begin()
    return end
  }
  const control = new AbortController()
  const { promise, resolve } = Promise.withResolvers<void>()
  let begun = false
  locks
    .request(name, { signal: control.signal }, () => {
      begun = true
      begin()
      return promise
    })
    // Aborted before this tab's turn came.
    .catch(() => {})
  return () => {
    control.abort()
    if (begun) end()
    resolve()
  }
}
