import type { Client } from '@tiffin/sdk/client'
import type { Ports } from '../ports.ts'
import type { PrinterSettings } from './printer-settings.ts'

/** A printer of a running board, as offered to other consoles. */
export interface OfferedPrinter {
  console: string
  /** The address that the offering board opens. */
  address: string
}

/** Address prefix. Without a suffix it means all printers of terminal boards, with a suffix one of them. */
export const KITCHEN = 'kitchen:'

export const formatOfferedAddress = ({ console, address }: OfferedPrinter): string =>
  `${KITCHEN}${[console, address].map(encodeURIComponent).join('/')}`

/** Parses the address of an offered printer; undefined for any other address. */
export function parseOfferedAddress(address: string | undefined): OfferedPrinter | undefined {
  if (address?.startsWith(KITCHEN) !== true) return undefined
  const [console, printer] = address.slice(KITCHEN.length).split('/').map(decodeURIComponent)
  return console && printer ? { console, address: printer } : undefined
}

/** Tells the server which printers of this console others may choose; also sent once when none are left. */
export function createPrinterOffer(options: {
  client: Client
  ports: Ports
  console: string
  printers: () => readonly PrinterSettings[]
  merchants: () => 'all' | readonly number[]
}): () => void {
  const { client, ports, console } = options
  let offers = false
  return () => {
    const printers = options.printers().map(({ address, name }) => ({ address, name }))
    const merchants = options.merchants()
    if (printers.length === 0 && !offers) return
    offers = printers.length > 0
    client.Print.offer({ console, printers, ...(merchants === 'all' ? {} : { merchants: [...merchants] }) }).catch(
      (error: unknown) => ports.log("can't offer the printers", error),
    )
  }
}
