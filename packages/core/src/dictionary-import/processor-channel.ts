import { isSheetError, type SheetErrorCode, sheetError } from '../import/sheet-error.ts'

/** A worker or its scope, or one end of a message channel. */
export interface MessageEnd {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
}

/** Does the long work with one file, which it keeps: in a browser inside a worker, so that the page never freezes. */
export interface Closable {
  /** Ends unfinished work. */
  close(): void
}

/** Values that can be copied to another thread; a long list is at the top, or the property `rows`. */
type Request = { call: string; args: readonly unknown[] } | { more: readonly unknown[] }
type Reply =
  | { is: 'more'; rows: readonly unknown[] }
  | { is: 'answer'; value: unknown }
  | { is: 'refused'; code: SheetErrorCode; params: readonly (string | number)[] }
  | { is: 'failed'; reason: string }

/** Copying a long list at once would freeze the page, so lists are sent in parts. */
const ROWS_AT_ONCE = 2000
/** Stands for a list whose parts were sent before. */
const SENT = '\u0000sent in parts'

function* partsOf<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += ROWS_AT_ONCE) yield list.slice(from, from + ROWS_AT_ONCE)
}

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > ROWS_AT_ONCE

/** Lets the page draw and react between two parts. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Responds to the requests of `callProcessor` at the other end. */
export function serveProcessor(end: MessageEnd, processor: object): void {
  const reply = (message: Reply): void => end.postMessage(message, [])
  let taken: unknown[] = []

  async function answer(request: Request): Promise<void> {
    if ('more' in request) return void taken.push(...request.more)
    const list = taken
    taken = []
    const args = request.args.map((arg) => (arg === SENT ? list : arg))
    const call = (processor as Record<string, (...given: unknown[]) => Promise<unknown>>)[request.call]
    if (!call) throw new Error(`The processor has no ${request.call}`)
    const value = await call(...args)
    const rows = isLong(value) ? value : (value as { rows?: unknown } | undefined)?.rows
    if (!isLong(rows)) return reply({ is: 'answer', value })
    for (const part of partsOf(rows)) reply({ is: 'more', rows: part })
    reply({ is: 'answer', value: rows === value ? SENT : { ...(value as object), rows: SENT } })
  }
  end.addEventListener('message', ({ data }) => {
    answer(data as Request).catch((error: unknown) =>
      reply(
        isSheetError(error) ? { is: 'refused', code: error.code, params: error.params } : { is: 'failed', reason: String(error) },
      ),
    )
  })
}

/**
 * The methods of a processor at the other end of a channel, such as a worker. Replies don't say which request they answer, so a
 * request waits for the previous one.
 */
export function callProcessor<Processor extends Closable>(
  end: MessageEnd,
  methods: readonly Exclude<keyof Processor & string, 'close'>[],
  { onClose }: { onClose: () => void },
): Processor & { fail(reason: string): void } {
  let waiting = Promise.withResolvers<Reply>()
  let rows: unknown[] = []
  let previous: Promise<unknown> = Promise.resolve()
  /** Why no request is answered any more. */
  let ended: string | undefined

  function finish(reason: string): void {
    ended ??= reason
    waiting.resolve({ is: 'failed', reason })
  }

  end.addEventListener('message', ({ data }) => {
    const reply = data as Reply
    if (reply.is === 'more') rows.push(...reply.rows)
    else waiting.resolve(reply)
  })
  async function ask(call: string, given: readonly unknown[]): Promise<unknown> {
    if (ended !== undefined) throw new Error(ended)
    waiting = Promise.withResolvers<Reply>()
    rows = []
    for (const list of given.filter(isLong))
      for (const part of partsOf(list)) {
        end.postMessage({ more: part } satisfies Request, [])
        // oxlint-disable-next-line no-await-in-loop -- the page must be able to react between the parts
        await pause()
        if (ended !== undefined) throw new Error(ended)
      }
    const args = given.map((item) => (isLong(item) ? SENT : item))
    // Files are handed over instead of copied.
    const files = args.flatMap((arg) => (arg instanceof Uint8Array ? [arg.buffer as ArrayBuffer] : []))
    end.postMessage({ call, args } satisfies Request, files)
    const reply = await waiting.promise
    if (reply.is === 'refused') throw sheetError(reply.code, reply.params)
    if (reply.is !== 'answer') throw new Error(reply.is === 'failed' ? reply.reason : 'Unexpected reply')
    if (reply.value === SENT) return rows
    const isSplit = (reply.value as { rows?: unknown } | undefined)?.rows === SENT
    return isSplit ? { ...(reply.value as object), rows } : reply.value
  }
  function queue(call: string, given: readonly unknown[]): Promise<unknown> {
    const response = previous.then(() => ask(call, given))
    previous = response.catch(() => undefined)
    return response
  }
  const processor = Object.fromEntries(methods.map((name) => [name, (...args: unknown[]) => queue(name, args)]))
  return {
    ...processor,
    close() {
      onClose()
      finish('The processor was closed')
    },
    fail: finish,
  } as Processor & { fail(reason: string): void }
}
