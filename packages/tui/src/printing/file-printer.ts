import { access, constants, type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import {
  isPrinterError,
  printerError,
  type PrinterErrorCode,
  type PrinterStatus,
  type PrinterTransport,
  throwIfStopped,
  type SendOptions,
  unknownStatus,
} from '@tiffin/core/receipt'

const STALL = 8000
/** A device without paper holds one such chunk, which can't be withdrawn. */
const CHUNK = 2048

/** Rejects after `ms`; a device file without paper may block forever. */
async function withTimeout<T>(work: Promise<T>, ms: number, sent: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(printerError('printer_timeout', sent)), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes((error as { code?: string }).code ?? '')

/** An error with its sentence; a full disk has its own. */
const failure = (error: unknown, sent: number, other: PrinterErrorCode) =>
  isPrinterError(error) ? error : printerError(isFull(error) ? 'printer_disk_full' : other, sent, error)

async function writeAll(file: FileHandle, bytes: Uint8Array, sending: SendOptions): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    throwIfStopped(sending, written)
    const piece = bytes.subarray(written, written + CHUNK)
    // oxlint-disable-next-line no-await-in-loop -- chunks must be written in order
    const step = await withTimeout(file.write(piece), STALL, written + piece.length).catch((error: unknown) => {
      throw failure(error, written, 'printer_broke_off')
    })
    written += step.bytesWritten
  }
}

async function isFolder(path: string): Promise<boolean> {
  if (path.endsWith('/') || path.endsWith('\\')) return true
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/** Appends to a file or device, or creates one file per ticket in a folder, which appears complete or not at all. */
export function createFilePrinter(path: string): PrinterTransport {
  async function append(bytes: Uint8Array, sending: SendOptions): Promise<void> {
    const file = await open(path, 'a').catch((error: unknown) => {
      throw printerError('printer_not_found', 0, error)
    })
    try {
      throwIfStopped(sending)
      await sending.onFirstByte?.()
      await writeAll(file, bytes, sending)
      // Devices do not support sync, and already have their data.
      await file.sync().catch(() => {})
    } finally {
      void file.close().catch(() => {})
    }
  }

  async function addFile(bytes: Uint8Array, sending: SendOptions): Promise<void> {
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.bin`
    const hidden = join(path, `.${name}`)
    try {
      await mkdir(path, { recursive: true })
      const file = await open(hidden, 'wx')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
    } catch (error) {
      await rm(hidden, { force: true }).catch(() => {})
      throw failure(error, 0, 'printer_not_found')
    }
    try {
      throwIfStopped(sending)
      await sending.onFirstByte?.()
      throwIfStopped(sending)
    } catch (error) {
      await rm(hidden, { force: true })
      throw error
    }
    await rename(hidden, join(path, name)).catch((error: unknown) => {
      throw failure(error, 0, 'printer_failed')
    })
  }

  return {
    name: basename(path) || path,
    kind: 'file',
    // A writable file is online; whether the disk has room for a ticket is unknown. A missing one is created if
    // possible.
    async status(): Promise<PrinterStatus> {
      const writable = async (place: string): Promise<boolean> =>
        access(place, constants.W_OK).then(
          () => true,
          () => false,
        )
      const there = (await writable(path)) || (await writable(dirname(path)))
      return { ...unknownStatus, online: there ? 'unknown' : 'no' }
    },
    async send(bytes, sending = {}) {
      await ((await isFolder(path)) ? addFile : append)(bytes, sending)
      return { sent: bytes.length }
    },
  }
}
