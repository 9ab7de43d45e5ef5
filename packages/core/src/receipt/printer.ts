import type { PlainKey } from '#i18n/text-key'

/** Everything that can go wrong between a console and its printer. */
export const printerErrors = {
  printer_bad_address: 'Invalid printer address',
  printer_bad_range: 'Invalid address range. The number after the hyphen must be 255 or less, and not below the first one.',
  printer_not_found: 'Printer not found',
  printer_refused: 'The printer refused the connection',
  printer_unreachable: "Can't reach the printer",
  printer_timeout: "The printer isn't responding",
  printer_broke_off: 'The printer stopped before the ticket was finished',
  printer_no_paper: 'The printer is out of paper',
  printer_cover_open: 'The printer cover is open',
  printer_offline: 'The printer is offline',
  printer_cancelled: 'Printing stopped',
  printer_late: 'Printing took too long and was stopped',
  printer_disk_full: 'The disk is full',
  printer_no_permission: 'No bluetooth permission',
  printer_not_printed: 'Ticket not printed',
  printer_failed: 'Printer error',
} as const satisfies Record<string, PlainKey>
export type PrinterErrorCode = keyof typeof printerErrors

/** The same in a word or two, for a line that has room for no more. */
const troubleWords: Record<PrinterErrorCode, PlainKey> = {
  printer_bad_address: 'invalid address',
  printer_bad_range: 'invalid address',
  printer_not_found: 'not found',
  printer_refused: 'connection refused',
  printer_unreachable: 'unreachable',
  printer_timeout: 'not responding',
  printer_broke_off: 'interrupted',
  printer_no_paper: 'out of paper',
  printer_cover_open: 'cover open',
  printer_offline: 'offline',
  printer_cancelled: 'stopped',
  printer_late: 'timed out',
  printer_disk_full: 'disk full',
  printer_no_permission: 'no permission',
  printer_not_printed: 'not printed',
  printer_failed: 'error',
}

/** The word of a printer's trouble, which is a sentence of `printerErrors`. */
export function troubleWord(trouble: string): PlainKey {
  const codes = Object.keys(printerErrors) as PrinterErrorCode[]
  return troubleWords[codes.find((code) => printerErrors[code] === trouble) ?? 'printer_failed']
}

export interface PrinterError extends Error {
  name: 'PrinterError'
  code: PrinterErrorCode
  message: (typeof printerErrors)[PrinterErrorCode]
  /** Bytes of the ticket that may have reached the printer; 0 means for certain that nothing was printed. */
  bytes_sent: number
}

/** Makes an error with the sentence of its code. */
export const printerError = (code: PrinterErrorCode, bytes_sent = 0, cause?: unknown): PrinterError =>
  Object.assign(new Error(undefined, cause === undefined ? {} : { cause }), {
    name: 'PrinterError' as const,
    message: printerErrors[code],
    code,
    bytes_sent,
  })

export const isPrinterError = (value: unknown): value is PrinterError =>
  value instanceof Error && value.name === 'PrinterError' && 'code' in value && 'bytes_sent' in value

/** What a printer says of itself; one that cannot answer says "unknown", not "ok". */
export interface PrinterStatus {
  online: 'yes' | 'no' | 'unknown'
  paper: 'ok' | 'low' | 'out' | 'unknown'
  cover: 'closed' | 'open' | 'unknown'
}
export const unknownStatus: PrinterStatus = { online: 'unknown', paper: 'unknown', cover: 'unknown' }

/** What stands in the way of printing, if the printer says so. */
export const obstacleOf = ({ online, paper, cover }: PrinterStatus): PrinterErrorCode | undefined => {
  if (paper === 'out') return 'printer_no_paper'
  if (cover === 'open') return 'printer_cover_open'
  return online === 'no' ? 'printer_offline' : undefined
}

/** Paper that a browser prints on. */
export const pageSizes = ['58mm', '80mm', 'a4'] as const
export type PageSize = (typeof pageSizes)[number]

export interface SendOptions {
  /** Awaited when the way is open and before the first byte of the ticket; if it throws, nothing is sent. */
  onFirstByte?: (() => Promise<void> | void) | undefined
  signal?: AbortSignal | undefined
  /** Asked before each piece: once it is true, another console may have the ticket or its cancellation, and no more is written. */
  isOver?: (() => boolean) | undefined
  /** It has answered before, also in an earlier run: its silence does not mean that it has no words. */
  answers?: boolean | undefined
}

/** @throws PrinterError where no more of a ticket may be written */
export function refuseStopped({ signal, isOver }: Pick<SendOptions, 'signal' | 'isOver'>, sent = 0): void {
  if (signal?.aborted) throw printerError('printer_cancelled', sent)
  if (isOver?.()) throw printerError('printer_late', sent)
}

/** A way to one printer (PRINT-12, PRINT-13). */
export interface PrinterTransport {
  name: string
  /** `page` takes the ticket as a page for a browser's print dialogue; `elsewhere` stands for the printers of other consoles. */
  kind: 'tcp' | 'usb' | 'file' | 'virtual' | 'serial' | 'bluetooth' | 'page' | 'elsewhere'
  /** Of kind `page`. */
  pageSize?: PageSize
  /** Seconds that sending may take where a person has a hand in it; left out where it goes by itself. */
  patience?: number
  /** Never throws: a printer that cannot be asked is `unknown`. `signal` ends it at once where asking takes time. */
  status(signal?: AbortSignal): Promise<PrinterStatus>
  /** Maker and model as the printer names them; undefined where it does not say. Never throws, prints nothing. */
  model?(): Promise<string | undefined>
  /** Sends a ticket and answers when the printer has taken all of it; throws PrinterError, or what `onFirstByte` threw. */
  send(bytes: Uint8Array, options?: SendOptions): Promise<{ sent: number }>
}
