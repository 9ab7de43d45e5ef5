/**
 * Begins when no other tab of this browser does the same, and ends when asked to or with the tab; the next tab then
 * begins. Browsers without locks begin at once: the server's leases keep tabs from each other's tickets all the same.
 */
export function whileAlone(
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
    // It was not wanted any more before its turn came.
    .catch(() => {})
  return () => {
    control.abort()
    if (begun) end()
    resolve()
  }
}
