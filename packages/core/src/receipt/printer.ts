import type { PlainKey } from '#i18n/text-key'

/** All errors between a console and its printer. */
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

/** Short error texts, for a line with little room. */
const shortErrorTexts: Record<PrinterErrorCode, PlainKey> = {
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

/** The short form of a sentence from `printerErrors`. */
export function shortErrorText(obstacle: string): PlainKey {
  const codes = Object.keys(printerErrors) as PrinterErrorCode[]
  return shortErrorTexts[codes.find((code) => printerErrors[code] === obstacle) ?? 'printer_failed']
}

export interface PrinterError extends Error {
  name: 'PrinterError'
  code: PrinterErrorCode
  message: (typeof printerErrors)[PrinterErrorCode]
  /** Bytes of the ticket that may have reached the printer; 0 guarantees that nothing was printed. */
  bytes_sent: number
}

/** Creates an error with the message of its code. */
export const printerError = (code: PrinterErrorCode, bytes_sent = 0, cause?: unknown): PrinterError =>
  Object.assign(new Error(undefined, cause === undefined ? {} : { cause }), {
    name: 'PrinterError' as const,
    message: printerErrors[code],
    code,
    bytes_sent,
  })

export const isPrinterError = (value: unknown): value is PrinterError =>
  value instanceof Error && value.name === 'PrinterError' && 'code' in value && 'bytes_sent' in value

/** A printer's reported state; one that can't respond reports "unknown", not "ok". */
export interface PrinterStatus {
  online: 'yes' | 'no' | 'unknown'
  paper: 'ok' | 'low' | 'out' | 'unknown'
  cover: 'closed' | 'open' | 'unknown'
}
export const unknownStatus: PrinterStatus = { online: 'unknown', paper: 'unknown', cover: 'unknown' }

/** Why it can't print, if the printer reports it. */
export const printerObstacle = ({ online, paper, cover }: PrinterStatus): PrinterErrorCode | undefined => {
  if (paper === 'out') return 'printer_no_paper'
  if (cover === 'open') return 'printer_cover_open'
  return online === 'no' ? 'printer_offline' : undefined
}

/** Paper sizes for printing from a browser. */
export const pageSizes = ['58mm', '80mm', 'a4'] as const
export type PageSize = (typeof pageSizes)[number]

export interface SendOptions {
  /** Awaited when the connection is open and before the first byte of the ticket; if it throws, nothing is sent. */
  onFirstByte?: (() => Promise<void> | void) | undefined
  signal?: AbortSignal | undefined
  /**
   * Checked before each chunk. Once true, another console may have the ticket or its cancellation, and no more is
   * written.
   */
  isOver?: (() => boolean) | undefined
  /** The printer has responded before, even in an earlier run, so its silence is a problem. */
  answers?: boolean | undefined
}

/** @throws PrinterError if no more of a ticket may be written */
export function throwIfStopped({ signal, isOver }: Pick<SendOptions, 'signal' | 'isOver'>, sent = 0): void {
  if (signal?.aborted) throw printerError('printer_cancelled', sent)
  if (isOver?.()) throw printerError('printer_late', sent)
}

/** A connection to one printer (PRINT-12, PRINT-13). */
export interface PrinterTransport {
  name: string
  /** `page` prints through the browser's print dialog; `elsewhere` means the printers of other consoles. */
  kind: 'tcp' | 'usb' | 'file' | 'virtual' | 'serial' | 'bluetooth' | 'page' | 'elsewhere'
  /** Paper size for the kind `page`. */
  pageSize?: PageSize
  /** Timeout in seconds for sending if someone is involved; omitted if sending is automatic. */
  patience?: number
  /** Never throws: a printer that can't be asked is `unknown`. `signal` aborts at once if asking takes time. */
  status(signal?: AbortSignal): Promise<PrinterStatus>
  /**
   * Manufacturer and model as reported by the printer; undefined if it does not report them. Never throws, prints
   * nothing.
   */
  model?(): Promise<string | undefined>
  /**
   * Sends a ticket and resolves when the printer has accepted all of it. Throws PrinterError, or the error of
   * `onFirstByte`.
   */
  send(bytes: Uint8Array, options?: SendOptions): Promise<{ sent: number }>
}
