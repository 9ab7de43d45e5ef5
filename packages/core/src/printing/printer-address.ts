/** Names of a network need a dot, so that a mistyped word is not taken for a printer. */
const bare = /^(?:[\w-]+(?:\.[\w-]+)+|\[[\da-f:.]+\])(?::\d+)?$/i
const RAW_PORT = /:9100\/?$/

/**
 * The normal form of a printer's address. A host without a scheme is a network printer: `192.168.1.50`,
 * `printer.local:9101`, a range. The usual port is left out, so that a printer is not listed twice.
 */
export function printerAddress(typed: string): string {
  const text = typed.trim()
  const address = bare.test(text) ? `tcp://${text}` : text
  return address.startsWith('tcp://') ? address.replace(RAW_PORT, '') : address
}
