import { createServer, type Socket } from 'node:net'
import { decodeEscpos, epsonPages, type PrinterOutput, paperText } from './escpos-decoder.ts'

/** How the printer misbehaves; `after` counts bytes of the ticket, without status requests. */
export type PrinterFault =
  | { kind: 'none' }
  | { kind: 'stall' | 'drop' | 'no_paper' | 'cover_opens'; after: number }
  /** Closes its side as if finished. */
  | { kind: 'end'; after: number }

export interface FakePrinterOptions {
  fault?: PrinterFault
  /** Whether it responds `DLE EOT` and `GS r`; cheap printers don't. */
  answers?: boolean
  /** Delay of its responses to `DLE EOT`, in ms. */
  slow?: number
  /** Printing time after the last byte of a ticket, in ms. */
  prints?: number
  /** Accepts everything and never closes its side, like many printers that don't answer. */
  keepsOpen?: boolean
  cover?: 'closed' | 'open'
  /** Maker and model in answer to `GS I`; other printers don't answer it. */
  names?: readonly [maker: string, model: string]
  pages?: Readonly<Record<number, string>>
  /** A previous port, for a printer that is switched on again. */
  port?: number
}

export interface FakePrinter {
  port: number
  address: string
  /** Bytes of each connection that brought a ticket, without the status requests before it. */
  readonly jobs: readonly Uint8Array[]
  /** Number of status requests. */
  readonly asked: number
  /** When the first byte of each job came, in `performance.now()` time. */
  readonly began: readonly number[]
  paper(job?: number): PrinterOutput
  text(job?: number): string
  /** Resumes reading after a stall; later bytes are counted but not printed. */
  wake(): void
  /** Bytes received after it was woken. */
  readonly late: number
  /** Changes its behaviour for later connections. */
  behave(options: FakePrinterOptions): void
  close(): Promise<void>
}

const DLE = 0x10
const EOT = 0x04
const GS = 0x1d
const I = 0x49
const isRequest = ([first, second]: readonly number[]): boolean =>
  (first === DLE && second === EOT) || (first === GS && second === I)

/** An in-memory printer on a free local port. A printer that refuses connections uses a closed port. */
export async function startFakePrinter(initial: FakePrinterOptions = {}): Promise<FakePrinter> {
  let options = initial
  const jobs: Uint8Array[] = []
  const began: number[] = []
  let asked = 0
  let late = 0
  const sockets = new Set<Socket>()

  function serve(socket: Socket): void {
    const { fault = { kind: 'none' }, answers = true, slow = 0, prints = 0, keepsOpen = false, cover = 'closed', names } = options
    let job: number | undefined
    let printed: number[] = []
    let stalled = false
    const last: number[] = []
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    const outOfPaper = () => fault.kind === 'no_paper' && printed.length >= fault.after
    const isOpen = () => cover === 'open' || (fault.kind === 'cover_opens' && printed.length >= fault.after)
    const isStopped = () => outOfPaper() || isOpen()
    const answer = (byte: number) => void (answers && socket.writable && socket.write(Uint8Array.of(byte)))
    const replyToStatus = (byte: number) => (slow > 0 ? void setTimeout(answer, slow, byte) : answer(byte))

    function status(which: number): void {
      asked += 1
      if (which === 1) replyToStatus(0x12 | (isStopped() ? 0x08 : 0))
      if (which === 2) replyToStatus(0x12 | (isOpen() ? 0x04 : 0) | (outOfPaper() ? 0x20 : 0))
      if (which === 4) replyToStatus(0x12 | (outOfPaper() ? 0x60 : 0))
    }

    function take(byte: number): void {
      const wasStopped = isStopped()
      if (!outOfPaper()) printed.push(byte)
      // sent without a request, as by printers with automatic status enabled
      if (fault.kind === 'cover_opens' && isOpen() && !wasStopped)
        setTimeout(() => socket.write(Uint8Array.of(0x38, 0, 0, 0)), 20)
      // status requests before the ticket are not part of it
      if (printed.length === 3 && isRequest(printed)) printed = []
      last.push(byte)
      if (last.length > 3) last.shift()
      // answered at once, even while printing is stopped
      if (last.length === 3 && last[0] === DLE && last[1] === EOT) status(byte)
      if (names && last[0] === GS && last[1] === I && (byte === 66 || byte === 67)) socket.write(`_${names[byte - 66]}\0`)
    }

    function keep(): void {
      if (printed.length === 0 || (printed[0] === DLE && printed.length < 3)) return
      if (job === undefined) {
        job = jobs.push(new Uint8Array()) - 1
        began.push(performance.now())
      }
      jobs[job] = Uint8Array.from(printed)
    }

    if (fault.kind === 'stall' && fault.after === 0) {
      socket.pause()
      return
    }
    socket.on('data', (bytes) => {
      if (socket.writableEnded) return
      if (stalled) {
        late += bytes.length
        return
      }
      for (const byte of bytes) {
        take(byte)
        if (fault.kind === 'drop' && printed.length >= fault.after) {
          keep()
          socket.resetAndDestroy()
          return
        }
        if (fault.kind === 'end' && printed.length >= fault.after) {
          keep()
          socket.end()
          return
        }
        if (fault.kind === 'stall' && printed.length >= fault.after) {
          keep()
          stalled = true
          socket.pause()
          return
        }
      }
      keep()
      // sent after the ticket and answered in order: everything before it is on paper
      if (!isStopped() && printed.at(-3) === GS && printed.at(-2) === 0x72) setTimeout(answer, prints, 0)
    })
    socket.on('end', () => {
      if (!outOfPaper() && !keepsOpen) socket.end()
    })
  }

  const server = createServer({ allowHalfOpen: true }, serve)
  await new Promise<void>((resolve) => server.listen(initial.port ?? 0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const paper = (job = jobs.length - 1) => decodeEscpos(jobs[job] ?? new Uint8Array(), options.pages ?? epsonPages)
  return {
    port,
    address: `tcp://127.0.0.1:${port}`,
    jobs,
    began,
    get asked() {
      return asked
    },
    get late() {
      return late
    },
    paper,
    text: (job) => paperText(paper(job)),
    wake() {
      for (const socket of sockets) socket.resume()
    },
    behave: (next) => void (options = next),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
