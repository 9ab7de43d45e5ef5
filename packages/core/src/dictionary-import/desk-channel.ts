import type { DictionaryPlan, DictionaryRow, PlannedRow } from '../import/dictionary-plan.ts'
import type { ReadOptions } from '../import/read-sheet.ts'
import { isSheetRefusal, type SheetRefusalCode, sheetRefusal } from '../import/refusal.ts'
import type { Selection } from '../import/select-columns.ts'
import type { SheetPreview } from './preview.ts'
import type { SheetDesk } from './sheet-desk.ts'

/** A worker or its scope, or one end of a message channel. */
export interface MessageEnd {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
}

type Request =
  | { do: 'open'; bytes: Uint8Array; options: ReadOptions }
  | { do: 'take'; rows: readonly DictionaryRow[] }
  | { do: 'plan'; selection: Selection; clearEmpty: boolean }

type Reply =
  | { is: 'opened'; preview: SheetPreview }
  | { is: 'rows'; rows: readonly PlannedRow[] }
  | { is: 'planned'; plan: Omit<DictionaryPlan, 'rows'> }
  | { is: 'refused'; code: SheetRefusalCode; params: readonly (string | number)[] }
  | { is: 'failed'; reason: string }

/** Copying a long list at once would freeze the page, so lists are sent in parts. */
const ROWS_AT_ONCE = 2000

function* partsOf<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += ROWS_AT_ONCE) yield list.slice(from, from + ROWS_AT_ONCE)
}

/** Lets the page draw and react between two parts. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Answers the requests of `callDesk` at the other end. */
export function serveDesk(end: MessageEnd, desk: SheetDesk): void {
  const reply = (message: Reply): void => end.postMessage(message, [])
  let dictionary: DictionaryRow[] = []

  async function answer(request: Request): Promise<void> {
    if (request.do === 'take') return void dictionary.push(...request.rows)
    if (request.do === 'open') return reply({ is: 'opened', preview: await desk.open(request.bytes, request.options) })
    const taken = dictionary
    dictionary = []
    const { rows, ...plan } = await desk.plan(request.selection, taken, { clearEmpty: request.clearEmpty })
    for (const part of partsOf(rows)) reply({ is: 'rows', rows: part })
    reply({ is: 'planned', plan })
  }
  end.addEventListener('message', ({ data }) => {
    answer(data as Request).catch((error: unknown) =>
      reply(
        isSheetRefusal(error)
          ? { is: 'refused', code: error.code, params: error.params }
          : { is: 'failed', reason: String(error) },
      ),
    )
  })
}

/** A desk at the other end of a channel, such as a worker. Takes one request at a time. */
export function callDesk(end: MessageEnd, { onClose }: { onClose: () => void }): SheetDesk & { fail(reason: string): void } {
  let waiting = Promise.withResolvers<Reply>()
  let rows: PlannedRow[] = []
  const send = (request: Request, transfer: ArrayBuffer[] = []): void => end.postMessage(request, transfer)

  end.addEventListener('message', ({ data }) => {
    const reply = data as Reply
    if (reply.is === 'rows') rows.push(...reply.rows)
    else waiting.resolve(reply)
  })
  async function ask<Is extends Reply['is']>(request: Request, is: Is, transfer?: ArrayBuffer[]) {
    waiting = Promise.withResolvers<Reply>()
    rows = []
    send(request, transfer)
    const reply = await waiting.promise
    if (reply.is === 'refused') throw sheetRefusal(reply.code, reply.params)
    if (reply.is !== is) throw new Error(reply.is === 'failed' ? reply.reason : `Unexpected reply: ${reply.is}`)
    return reply as Extract<Reply, { is: Is }>
  }
  return {
    async open(bytes, options) {
      return (await ask({ do: 'open', bytes, options }, 'opened', [bytes.buffer as ArrayBuffer])).preview
    },
    async plan(selection, dictionary, { clearEmpty }) {
      for (const part of partsOf(dictionary)) {
        send({ do: 'take', rows: part })
        // oxlint-disable-next-line no-await-in-loop -- the page must be able to react between the parts
        await pause()
      }
      const { plan } = await ask({ do: 'plan', selection, clearEmpty }, 'planned')
      return { ...plan, rows }
    },
    close() {
      onClose()
      waiting.resolve({ is: 'failed', reason: 'The desk was closed' })
    },
    fail: (reason) => waiting.resolve({ is: 'failed', reason }),
  }
}
