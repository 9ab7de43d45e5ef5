import { connect, type Socket } from 'node:net'
import {
  isPrinterError,
  printerObstacle,
  type PrinterError,
  printerError,
  type PrinterErrorCode,
  type PrinterStatus,
  type PrinterTransport,
  throwIfStopped,
  type SendOptions,
  unknownStatus,
} from '@tiffin/core/receipt'
import { isAcknowledged } from './acknowledged.ts'
import {
  countFinished,
  finishedRequest,
  isOtherDevice,
  isStatusReply,
  nameRequest,
  readNames,
  parseStatus,
  statusRequest,
} from './printer-status.ts'

/** All in ms. Together they stay within the 30 s of a lease, which restarts with the first byte. */
export interface TcpTimeouts {
  connect: number
  /** For the response to a status request, which most printers give at once or never. */
  status: number
  /** Without any progress. */
  stall: number
  /** Timeout of a ticket from its first byte, if the printer reports that it works; long tickets need time. */
  lease: number
  /** For a silent printer to close its side or abort, after it has acknowledged everything. */
  close: number
}
const defaultTimeouts: TcpTimeouts = { connect: 3000, status: 700, stall: 8000, lease: 25_000, close: 1000 }

/** Small enough to notice whether the printer still accepts bytes. */
const CHUNK = 2048
const refusals: Readonly<Record<string, PrinterErrorCode>> = { ECONNREFUSED: 'printer_refused', ETIMEDOUT: 'printer_timeout' }

/** A connection that stores received bytes and the reason why it ended. */
interface PrinterConnection {
  socket: Socket
  answers: number[]
  /** Resolves when `ready` returns true, checked on every event; rejects after `ms`, or if the connection breaks. */
  until(ready: () => boolean, ms: number): Promise<void>
  isEnded: () => boolean
}

function openConnection(host: string, port: number, ms: number, signal: AbortSignal | undefined): Promise<PrinterConnection> {
  const socket = connect({ host, port, allowHalfOpen: true, noDelay: true })
  const replies: number[] = []
  const watchers = new Set<() => void>()
  let broken: unknown
  let ended = false
  const notify = () => {
    for (const watcher of watchers) watcher()
  }
  const stop = () => void socket.destroy(printerError('printer_cancelled'))
  signal?.addEventListener('abort', stop, { once: true })
  socket.on('data', (bytes) => {
    replies.push(...bytes)
    notify()
  })
  for (const event of ['connect', 'drain'] as const) socket.on(event, notify)
  socket.on('end', () => {
    ended = true
    notify()
  })
  socket.on('error', (error) => {
    broken = error
    notify()
  })
  socket.on('close', () => {
    signal?.removeEventListener('abort', stop)
    broken ??= new Error('closed')
    notify()
  })

  const line: PrinterConnection = {
    socket,
    answers: replies,
    isEnded: () => ended,
    until: (ready, limit) =>
      new Promise((resolve, reject) => {
        const finish = (error?: Error) => {
          clearTimeout(timer)
          watchers.delete(check)
          if (error) reject(error)
          else resolve()
        }
        const check = () => {
          if (ready()) finish()
          else if (broken !== undefined) finish(broken instanceof Error ? broken : new Error('closed'))
        }
        const timer = setTimeout(() => finish(printerError('printer_timeout')), limit)
        watchers.add(check)
        check()
      }),
  }
  let connected = false
  socket.once('connect', () => {
    connected = true
    notify()
  })
  if (signal?.aborted) stop()
  return line
    .until(() => connected, ms)
    .then(() => line)
    .catch((error: unknown) => {
      socket.destroy()
      throw asPrinterError(error, 0)
    })
}

function asPrinterError(error: unknown, sent: number): PrinterError {
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'PrinterError') return printerError(code as PrinterErrorCode, sent, error)
  if (sent > 0) return printerError('printer_broke_off', sent, error)
  return printerError(refusals[code ?? ''] ?? 'printer_unreachable', sent, error)
}

/** Whether it finished in time; throws if the connection broke. */
async function isWithin(waiting: Promise<void>): Promise<boolean> {
  try {
    await waiting
    return true
  } catch (error) {
    if (isPrinterError(error) && error.code === 'printer_timeout') return false
    throw error
  }
}

/** Requests the status; a printer that does not respond in time is `unknown`. */
async function askStatus(line: PrinterConnection, ms: number): Promise<PrinterStatus> {
  const from = line.answers.length
  const given = () => {
    const replies = line.answers.slice(from)
    return isOtherDevice(replies) ? [] : replies.filter(isStatusReply)
  }
  try {
    line.socket.write(statusRequest)
    await line.until(() => given().length >= 3 || line.isEnded(), ms)
  } catch (error) {
    // A broken connection shows up at the next byte.
    if (!(error instanceof Error)) throw error
  }
  return parseStatus(given())
}

/**
 * A network printer (PRINT-13). If it responds, it is asked for paper, cover and state first. A ticket counts as printed
 * when the printer confirms it (`GS r`). A silent printer must close its side after ours, or acknowledge every byte and
 * our FIN: that bytes left this machine proves nothing.
 */
export function createTcpPrinter(host: string, port: number, times: Partial<TcpTimeouts> = {}): PrinterTransport {
  const limits = { ...defaultTimeouts, ...times }
  /** The printer did not respond to the last request. Until it responds again, no ticket waits for a response. */
  let silent = false
  /** The printer has responded before: if it is silent now it hangs, and its acknowledgements prove nothing. */
  let hasRepliedBefore = false

  async function ask(line: PrinterConnection): Promise<PrinterStatus> {
    const status = await askStatus(line, limits.status)
    // If the connection ended before a response, it is unknown whether one would have come.
    if (line.socket.destroyed || line.isEnded()) return status
    silent = status.online === 'unknown'
    hasRepliedBefore ||= !silent
    return status
  }

  interface WriteOptions {
    /** Called with the total number of bytes written so far. */
    count: (sent: number) => void
    sending: SendOptions
    /** Deadline for writing everything, as `performance.now()`. */
    end: number
  }

  async function write(line: PrinterConnection, bytes: Uint8Array, { count, sending, end }: WriteOptions): Promise<void> {
    for (let at = 0; at < bytes.length; at += CHUNK) {
      throwIfStopped(sending, at)
      const chunk = bytes.subarray(at, at + CHUNK)
      count(at + chunk.length)
      line.socket.write(chunk)
      await line.until(() => !line.socket.writableNeedDrain, Math.min(limits.stall, end - performance.now()))
    }
  }

  /** Even a response that arrives too late shows that this printer can respond. */
  function hasReplied(line: PrinterConnection): boolean {
    const answered = !isOtherDevice(line.answers) && line.answers.some(isStatusReply)
    if (answered) silent = false
    hasRepliedBefore ||= answered
    return answered
  }

  /** While the printer reports that it works, it is still printing. */
  async function printedOut(line: PrinterConnection, isOver: () => boolean, end: number): Promise<void> {
    const left = () => end - performance.now()
    while (!(await isWithin(line.until(isOver, Math.min(limits.stall, left()))))) {
      const status = await askStatus(line, limits.status)
      const isWell = status.online === 'yes' && printerObstacle(status) === undefined
      if (!isOver() && (!isWell || left() <= 0)) throw printerError('printer_timeout')
    }
  }

  async function finish(line: PrinterConnection, repliesToStatus: boolean, end: number): Promise<void> {
    if (repliesToStatus || hasReplied(line)) {
      const before = countFinished(line.answers)
      line.socket.write(finishedRequest)
      const answered = () => countFinished(line.answers) > before
      await printedOut(line, () => answered() || line.isEnded(), end)
      if (!answered()) throw new Error('closed before the end')
      line.socket.end()
      return
    }
    if (line.isEnded()) throw new Error('closed before the end')
    line.socket.end()
    await closedOrAcknowledged(line, end)
  }

  /** Many silent printers never close their side: for them acknowledged bytes count as printed. */
  async function closedOrAcknowledged(line: PrinterConnection, end: number): Promise<void> {
    const closed = () => line.isEnded() && line.socket.writableFinished
    const until = Math.min(end, performance.now() + limits.stall)
    while (performance.now() < until) {
      if (await isWithin(line.until(closed, limits.close))) return
      if (!hasReplied(line) && !hasRepliedBefore && (await isAcknowledged(line.socket))) return
    }
    throw printerError('printer_timeout')
  }

  return {
    name: `${host}:${port}`,
    kind: 'tcp',
    async status(signal) {
      let line: PrinterConnection
      try {
        line = await openConnection(host, port, limits.connect, signal)
      } catch {
        return { ...unknownStatus, online: 'no' }
      }
      const status = await ask(line)
      line.socket.destroy()
      // Another device has this address, so the printer is not there.
      return isOtherDevice(line.answers) ? { ...unknownStatus, online: 'no' } : status
    },
    async model() {
      let line: PrinterConnection | undefined
      try {
        line = await openConnection(host, port, limits.connect, undefined)
        // A device that does not respond to `DLE EOT` may be another kind of printer, and would print the request.
        if ((await ask(line)).online === 'unknown') return undefined
        const from = line.answers.length
        const names = () => readNames(line?.answers.slice(from) ?? [])
        line.socket.write(nameRequest)
        await isWithin(line.until(() => names().length >= 2, limits.status))
        return names().filter(Boolean).join(' ') || undefined
      } catch {
        return undefined
      } finally {
        line?.socket.destroy()
      }
    },
    async send(bytes, sending: SendOptions = {}) {
      const { onFirstByte, signal, answers: replies = false } = sending
      hasRepliedBefore ||= replies
      const line = await openConnection(host, port, limits.connect, signal)
      let sent = 0
      let repliesToStatus = false
      try {
        const status = silent ? unknownStatus : await ask(line)
        const obstacle = printerObstacle(status)
        if (obstacle) throw printerError(obstacle)
        repliesToStatus = status.online !== 'unknown'
        if (line.isEnded()) throw printerError('printer_refused')
        await line.until(() => line.socket.writable, limits.status)
      } catch (error) {
        line.socket.destroy()
        throw asPrinterError(error, 0)
      }
      try {
        await onFirstByte?.()
      } catch (error) {
        line.socket.destroy()
        throw error
      }
      if (!line.socket.writable || line.isEnded()) {
        line.socket.destroy()
        throw printerError(signal?.aborted ? 'printer_cancelled' : 'printer_unreachable')
      }
      try {
        const end = performance.now() + limits.lease
        await write(line, bytes, { count: (bytesWritten) => void (sent = bytesWritten), sending, end })
        await finish(line, repliesToStatus, end)
        return { sent }
      } catch (error) {
        const failure = asPrinterError(error, sent)
        // A printer that stopped may still say why.
        const mayReport = failure.code === 'printer_timeout' && repliesToStatus
        const status = mayReport ? await askStatus(line, limits.status) : unknownStatus
        // A printer that responds has received everything. Otherwise pending bytes would still be sent after the
        // connection ends, and a printer that wakes up would print them after its CANCELLED.
        if (status.online === 'unknown') line.socket.resetAndDestroy()
        throw printerError(printerObstacle(status) ?? failure.code, sent, error)
      } finally {
        line.socket.destroy()
      }
    },
  }
}
