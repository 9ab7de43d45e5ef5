import { type ApiError, apiError, isApiError } from '@tiffin/sdk/contract'
import { NOTICE_MS } from '#notices/notices'
import type { Ports } from '../ports.ts'
import type { Disk, DiskPorts, StoredEntry } from './disk.ts'
import { createSendRate } from './send-rate.ts'

export type OutboxPorts = DiskPorts & Pick<Ports, 'clock'>

/** Identifies an entry and its response across all retries. */
interface Identified {
  intent_id: string
}

/**
 * `late`: the entry waited for the network, comes from an earlier run of the program, or was answered when the message
 * about it was gone. So the user may be far away, and a refusal has to wait for a decision.
 */
export type EntryResult<A> = { answer: A; late: boolean } | 'cancelled'

/** The specifics of one kind of unsent work. */
export interface OutboxKind<E extends Identified, A extends Identified> {
  disk: Disk<E>
  /** Chooses which of the first entries are sent together. */
  batch(entries: readonly E[]): readonly E[]
  send(batch: readonly E[]): Promise<readonly A[]>
  /** The response for an entry if the whole call was refused; undefined leaves it on disk until the next `restore`. */
  refused(entry: E, error: ApiError): A | undefined
  /** `awaited`: the caller reports the result. */
  answered(entry: E, response: A, how: { late: boolean; awaited: boolean }): void
  /** Called when entries are added or removed. */
  changed?(): void
  /** Called if some of these entries can't be stored and would be lost when the program ends. */
  notSaved(entries: readonly E[]): void
}

/** Work that the server has not confirmed yet, in order. */
export interface Outbox<E, A> {
  entries(): readonly E[]
  /** Stores entries, and sends them until the server confirms them. */
  add(entries: readonly E[]): void
  /** Like `add`, for callers that report the results themselves. */
  addWithResults(entries: readonly E[]): Promise<readonly EntryResult<A>[]>
  /** Sends waiting entries; does nothing while a send is in progress. */
  send(): void
  /** Takes over entries of an earlier run or a closed tab, and sends them. */
  restore(): void
  /** Discards waiting entries in memory; those on disk stay. */
  close(): void
}

/** The default result of an entry whose call was refused. */
export const refusalOf = ({ intent_id }: Identified, { code, message, params }: ApiError) => ({
  intent_id,
  status: 'FAIL' as const,
  code,
  error: message,
  params,
})

interface Waiting<E, A> extends StoredEntry<E> {
  late: boolean
  /** When it was added, in ms. */
  at: number
  end?: ((ending: EntryResult<A>) => void) | undefined
}

const MAX_BATCH = 50

/**
 * Keeps entries, on disk if there is one, until the server has confirmed each of them. A lost connection or a killed
 * program loses nothing: the same entries are resent, and the server carries out each one once (MOON-04).
 */
export function createOutbox<E extends Identified, A extends Identified>(
  kind: OutboxKind<E, A>,
  { clock, log }: OutboxPorts,
): Outbox<E, A> {
  let waiting: readonly Waiting<E, A>[] = []
  let sending = false
  const rate = createSendRate({ clock, max: MAX_BATCH, send })

  function setWaiting(next: typeof waiting): void {
    waiting = next
    kind.changed?.()
  }

  function send(): void {
    const first = waiting.slice(0, rate.size())
    const together = kind.batch(first.map(({ entry }) => entry))
    if (sending || together.length === 0) return
    sending = true
    attempt(first.filter(({ entry }) => together.includes(entry)))
      .finally(() => (sending = false))
      .then((isDone) => isDone && send())
      .catch((error: unknown) => log("can't apply the response", error))
  }

  /** Resolves to whether the next batch may follow at once. */
  async function attempt(batch: typeof waiting): Promise<boolean> {
    let replies: readonly A[]
    try {
      replies = await kind.send(batch.map(({ entry }) => entry))
    } catch (error) {
      return failed(batch, error)
    }
    for (const item of batch) {
      const response = replies.find(({ intent_id }) => intent_id === item.entry.intent_id)
      if (response) end(item, response)
    }
    rate.answered(batch.length)
    return true
  }

  function failed(batch: typeof waiting, error: unknown): boolean {
    const fate = rate.failed(error, batch.length)
    if (fate === 'refused') {
      const refusal = isApiError(error) ? error : apiError('server_error')
      for (const candidate of batch) end(candidate, kind.refused(candidate.entry, refusal))
    }
    if (fate === 'refused' || fate === 'smaller') return true
    log(`unsent work waits for ${fate === 'session' ? 'a session' : 'the connection'}`, error)
    if (fate === 'later') waiting = waiting.map((one) => ({ ...one, late: true }))
    return false
  }

  function end({ entry, remove }: Waiting<E, A>, result: A | undefined): void {
    if (result) remove()
    // The outbox may have been closed, or closed and restored.
    const found = waiting.find((item) => item.entry.intent_id === entry.intent_id)
    if (!found) return
    const late = found.late || clock.now() - found.at >= NOTICE_MS
    setWaiting(waiting.filter((one) => one !== found))
    if (result) kind.answered(entry, result, { late, awaited: found.end !== undefined })
    found.end?.(result ? { answer: result, late } : 'cancelled')
  }

  function add(entries: readonly E[], ends: readonly Waiting<E, A>['end'][] = []): void {
    // Entries after a late one are late as well.
    const late = waiting.some((one) => one.late)
    const at = clock.now()
    const removers = entries.map((entry) => kind.disk.add(entry))
    const added = entries.map((entry, index) => ({ entry, late, at, remove: removers[index] ?? (() => {}), end: ends[index] }))
    setWaiting([...waiting, ...added])
    if (removers.includes(undefined)) kind.notSaved(entries)
    send()
  }

  return {
    entries: () => waiting.map(({ entry }) => entry),
    add: (entries) => add(entries),
    addWithResults(entries) {
      const waits = entries.map(() => Promise.withResolvers<EntryResult<A>>())
      add(
        entries,
        waits.map(({ resolve }) => resolve),
      )
      return Promise.all(waits.map(({ promise }) => promise))
    },
    send,
    restore() {
      const known = new Set(waiting.map(({ entry }) => entry.intent_id))
      const left = kind.disk.all().filter(({ entry }) => !known.has(entry.intent_id))
      if (left.length > 0) setWaiting([...left.map((one) => ({ ...one, late: true, at: 0 })), ...waiting])
      send()
    },
    close() {
      const left = waiting
      setWaiting([])
      for (const one of left) one.end?.('cancelled')
    },
  }
}
