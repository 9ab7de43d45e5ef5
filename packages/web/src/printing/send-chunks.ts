import { isPrinterError, printerError, type PrinterErrorCode, refuseStopped, type SendOptions } from '@tiffin/core/receipt'

/** How long a printer may take over one piece; those without paper take nothing at all. */
const STALL = 10_000

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(printerError('printer_timeout')), ms)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** Waits for a step before the first byte; whatever fails has printed nothing. */
export async function before<T>(work: Promise<T>, code: PrinterErrorCode): Promise<T> {
  try {
    return await within(work, STALL)
  } catch (error) {
    throw isPrinterError(error) ? error : printerError(code, 0, error)
  }
}

/** Writes a ticket piece by piece. A piece whose writing failed counts as sent, because it may be on paper. */
export async function sendChunks(
  bytes: Uint8Array,
  size: number,
  write: (piece: Uint8Array) => Promise<unknown>,
  sending: SendOptions,
): Promise<{ sent: number }> {
  refuseStopped(sending)
  await sending.onFirstByte?.()
  let sent = 0
  for (let at = 0; at < bytes.length; at += size) {
    refuseStopped(sending, sent)
    const piece = bytes.slice(at, at + size)
    sent += piece.length
    try {
      // oxlint-disable-next-line no-await-in-loop -- a printer takes one piece after the other
      await within(write(piece), STALL)
    } catch (error) {
      throw printerError(isPrinterError(error) ? error.code : 'printer_broke_off', sent, error)
    }
  }
  return { sent }
}
