import { type PrinterStatus, unknownStatus } from '@tiffin/core/receipt'

/** `DLE EOT n`: printer, offline cause, paper. A printer answers each with one byte, even while it is stopped. */
export const statusRequest = Uint8Array.of(0x10, 0x04, 1, 0x10, 0x04, 2, 0x10, 0x04, 4)
/** `GS r 1`: answered in sequence, so the response means that everything before it was printed. */
export const finishedRequest = Uint8Array.of(0x1d, 0x72, 1)
/** `GS I`: manufacturer and model, each answered by `_`, its letters and a zero. */
export const nameRequest = Uint8Array.of(0x1d, 0x49, 66, 0x1d, 0x49, 67)

/** The bits that distinguish responses to `DLE EOT` from all others. */
export const isStatusReply = (byte: number): boolean => (byte & 0x93) === 0x12
const isFinishedReply = (byte: number): boolean => (byte & 0x90) === 0
/** The first of the four bytes of an automatic status report; the others look like a response to `GS r`. */
const startsAutoStatus = (byte: number): boolean => (byte & 0x93) === 0x10

/** XON and XOFF, which network adapters pass on from a serial line. */
const isFlowControl = (byte: number): boolean => byte === 0x11 || byte === 0x13

/** Whether the other side is not a printer: a web server's response to our requests has bytes that look like a status. */
export function isOtherDevice(replies: readonly number[]): boolean {
  for (let at = 0; at < replies.length; at += 1) {
    const byte = replies[at] ?? 0
    if (startsAutoStatus(byte)) at += 3
    else if (!isStatusReply(byte) && !isFinishedReply(byte) && !isFlowControl(byte)) return true
  }
  return false
}

/** The number of responses to `GS r` in everything received. */
export function countFinished(replies: readonly number[]): number {
  let count = 0
  for (let at = 0; at < replies.length; at += 1) {
    const byte = replies[at] ?? 0
    if (startsAutoStatus(byte)) at += 3
    else if (isFinishedReply(byte)) count += 1
  }
  return count
}

/** Parses the three responses; with fewer than three the status is unknown. */
export function parseStatus(replies: readonly number[]): PrinterStatus {
  const [printer, cause, paper] = replies
  if (printer === undefined || cause === undefined || paper === undefined) return unknownStatus
  return {
    online: (printer & 0x08) === 0 ? 'yes' : 'no',
    paper: (paper & 0x60) !== 0 ? 'out' : (paper & 0x0c) !== 0 ? 'low' : 'ok',
    cover: (cause & 0x04) === 0 ? 'closed' : 'open',
  }
}

/** The completely received names. */
export const readNames = (replies: readonly number[]): string[] =>
  [...String.fromCodePoint(...replies).matchAll(/_([^\0]*)\0/g)].map(([, name = '']) => name.replaceAll(/[^ -~]/g, '').trim())
