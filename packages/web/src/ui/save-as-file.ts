/** Downloads a file that was made in the browser. */
export function saveAsFile(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download must have started before the URL is revoked.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
