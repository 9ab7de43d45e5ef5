import { isPrinterError, printerError, type PrinterErrorCode, throwIfStopped, type SendOptions } from '@tiffin/core/receipt'

/** Timeout for one chunk; a printer without paper accepts none. */
const STALL = 10_000

function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(printerError('printer_timeout')), ms)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** Waits for a step before the first byte; if it fails, nothing was printed. */
export async function awaitSetup<T>(work: Promise<T>, code: PrinterErrorCode): Promise<T> {
  try {
    return await withTimeout(work, STALL)
  } catch (error) {
    throw isPrinterError(error) ? error : printerError(code, 0, error)
  }
}

/** Writes a ticket in chunks. A chunk that fails counts as sent, because it may be printed. */
export async function sendChunks(
  bytes: Uint8Array,
  size: number,
  write: (piece: Uint8Array) => Promise<unknown>,
  sending: SendOptions,
): Promise<{ sent: number }> {
  throwIfStopped(sending)
  await sending.onFirstByte?.()
  let sent = 0
  for (let at = 0; at < bytes.length; at += size) {
    throwIfStopped(sending, sent)
    const piece = bytes.slice(at, at + size)
    sent += piece.length
    try {
      // oxlint-disable-next-line no-await-in-loop -- a printer takes one chunk after another
      await withTimeout(write(piece), STALL)
    } catch (error) {
      throw printerError(isPrinterError(error) ? error.code : 'printer_broke_off', sent, error)
    }
  }
  return { sent }
}
