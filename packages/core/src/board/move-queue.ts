import { type ApiError, apiError, isApiError, type MoveIntent, type MoveResult } from '@tiffin/sdk/contract'
import { type Client, newKey } from '@tiffin/sdk/client'
import type { Translate } from '#i18n/create-i18n'
import type { Sentence } from '#i18n/text-key'
import type { Notices } from '#notices/notices'
import { NOTICE_MS } from '#notices/notices'
import type { Ports } from '../ports.ts'
import type { BoardOrder, NamedOrder } from './board-order.ts'
import { REFUSED, textsOfMoves, textsOfUndo } from './bulk.ts'
import { conflictOf } from './conflicts.ts'
import type { KeptIntents } from './kept-intents.ts'
import { RECALLED, recallable } from './recallable.ts'
import { createSendingPace } from './sending-pace.ts'
import type { Tray } from './tray.ts'

/** A move made on this board that can be undone for a while (KDS-02). */
export interface MadeMove extends NamedOrder {
  intent_id: string
  from: number
  to: number
  /** The card before it then; null at the head. */
  behind?: number | null | undefined
  /** Server time in ms. */
  at: number
  /** The message that offers to undo it. */
  notice?: number | undefined
}

interface QueueOptions {
  client: Client
  notices: Notices
  ports: Ports
  kept: KeptIntents<MoveIntent>
  tray: Tray
  intents: () => readonly MoveIntent[]
  setIntents: (intents: readonly MoveIntent[]) => void
  onRefused: (intent: MoveIntent) => void
  made: () => readonly MadeMove[]
  setMade: (made: readonly MadeMove[]) => void
  /** Takes over what the server says an order is now. */
  settle: (result: MoveResult) => void
  order: (orderId: number) => Pick<BoardOrder, 'ticket' | 'merchant'> | undefined
  /** What people call the order of a move, and the status that it leads to. */
  names: (intent: Pick<MoveIntent, 'order_id' | 'to'>) => readonly [order: string, status: string]
  translate: Translate
  /** The card before an order's in its column, as `after` of an intent has it; undefined where the board does not have it. */
  behind: (orderId: number) => number | null | undefined
  now: () => number
}

export interface MoveQueue {
  add(intent: MoveIntent): void
  /** Several at once, of which the caller tells how each ended (KDS-16). */
  addMany(intents: readonly MoveIntent[]): Promise<readonly MoveResult[]>
  /** Takes up the moves that another run of the program left behind, or another tab that was closed. */
  restore(): void
  /** Sends what waits; does nothing while an earlier sending is under way. */
  send(): void
  /** Nobody waits any longer to tell how moves ended; they are sent all the same. */
  close(): void
  /** Undoes the newest move, or the named one; also of an order that has left the board, since the server decides. */
  undo(intentId?: string): void
  /** The intent that undoes a move, which is offered no longer; undefined where it is too late. */
  wayBack(intentId: string): MoveIntent | undefined
  /** A message offers to undo these: it closes when none of them can be undone. */
  offered(intentIds: ReadonlySet<string>, notice: number): void
}

const BATCH = 50

/** Said of moves that the server has not heard of; %1 says which, and where to. */
const WAITS = "%1. It will be sent when you're back online."

/** Said of a move that is too old, or was undone already. */
export const NO_WAY_BACK = 'This move can no longer be undone'

/**
 * Sends moves in their order and keeps each, on disk too where there is one, until the server has answered it. A lost
 * connection or a killed program loses nothing: the same intents go again, and the server carries each out once. What is
 * refused of moves that came late goes to the tray, since whoever made them looks elsewhere by now (MOON-04).
 */
export function createMoveQueue(options: QueueOptions): MoveQueue {
  const { client, notices, ports, kept, tray } = options
  let sending = false
  /** A move was made that would not outlive the program, and nobody has been told. */
  let unkept = false
  const pace = createSendingPace({ clock: ports.clock, most: BATCH, send })
  /** Names of cards that nobody sees going back, by what was wished: news may bring them before the answer. */
  const unseen = new Map<string, readonly [order: string, status: string]>()
  const late = new Set<string>()
  /** Who tells how an intent ended, where that is not done here. */
  const awaited = new Map<string, (result: MoveResult) => void>()
  /** Intents of which it was said that they wait for the network. */
  const toldKept = new Set<string>()

  function send(): void {
    const batch = options.intents().slice(0, pace.size())
    if (sending || batch.length === 0) return
    sending = true
    client.Order.move({ intents: batch })
      .then(({ data }) => {
        for (const result of data.results) answered(result)
        sending = false
        pace.answered(batch.length)
        send()
      })
      .catch((error: unknown) => {
        sending = false
        const fate = pace.failed(error, batch.length)
        if (fate === 'smaller') return send()
        if (fate === 'refused') return refused(batch, isApiError(error) ? error : apiError('server_error'))
        ports.log(`moves wait for ${fate === 'session' ? 'a session' : 'the connection'}`, error)
        if (fate === 'later') {
          for (const { intent_id } of options.intents()) late.add(intent_id)
          if (isApiError(error) && error.code === 'network') tellKept()
        } else if (isApiError(error)) notices.tell('warning', error)
      })
  }

  /** Says once of each move that it waits for the network, together of those that were made together. */
  function tellKept(): void {
    const untold = options.intents().filter(({ intent_id }) => !toldKept.has(intent_id))
    for (const [first, ...others] of Map.groupBy(untold, ({ intent_id, to }) =>
      awaited.has(intent_id) ? to : intent_id,
    ).values()) {
      if (!first) continue
      const texts = first.undo === undefined ? textsOfMoves(first.reason) : textsOfUndo
      const [name, status] = options.names(first)
      const moved = others.length === 0 ? texts.one(name, status) : texts.all(others.length + 1, status)
      const waits: Sentence = { text: WAITS, params: [options.translate.sentence(moved)] }
      const { notice } = options.made().find(({ intent_id }) => intent_id === first.intent_id) ?? {}
      if (notice !== undefined) notices.update(notice, waits)
      // The message of an undone move has gone with it.
      else if (awaited.has(first.intent_id) || first.undo !== undefined) notices.tell('info', waits)
    }
    for (const { intent_id } of untold) toldKept.add(intent_id)
  }

  function refused(batch: readonly MoveIntent[], { message, params }: ApiError): void {
    for (const { intent_id } of batch)
      answered({ intent_id, status: 'FAIL', error: message, ...(params ? { params: [...params] } : {}) })
    send()
  }

  function answered(result: MoveResult): void {
    const { intent_id } = result
    const intent = options.intents().find((candidate) => candidate.intent_id === intent_id)
    options.settle(result)
    kept.remove(intent_id)
    options.setIntents(options.intents().filter((candidate) => candidate.intent_id !== intent_id))
    const wasLate = late.delete(intent_id)
    awaited.get(intent_id)?.(result)
    const isAwaited = awaited.delete(intent_id)
    toldKept.delete(intent_id)
    if (!intent) return
    if (result.status === 'FAIL') {
      // Before the move is forgotten, by which alone an order is known that has left the board.
      const order = named(intent)
      options.onRefused(intent)
      forget(intent_id)
      unseen.delete(intent_id)
      if (wasLate) putInTray(intent, result, order)
      else if (!isAwaited) tellRefused(intent, result)
      return
    }
    tray.drop(String(intent.order_id))
    const gone = unseen.get(intent_id)
    if (gone) notices.tell('positive', textsOfUndo.one(...gone))
    unseen.delete(intent_id)
    if (result.placed === 'end' && !isAwaited) {
      notices.show('info', 'Card placed at the end of the column: the card before it is gone')
    }
  }

  function tellRefused(intent: MoveIntent, { error, params }: MoveResult): void {
    const [name] = options.names(intent)
    notices.tell('negative', { message: REFUSED, params: [name, options.translate.message(error ?? 'Server error', params)] })
  }

  /** By which an order is named, also one that has left the board since it was moved. */
  function named({ order_id }: MoveIntent): NamedOrder {
    const { ticket, merchant } = options.order(order_id) ?? options.made().findLast((move) => move.order_id === order_id) ?? {}
    return { order_id, ticket, merchant }
  }

  function putInTray(intent: MoveIntent, result: MoveResult, order: NamedOrder): void {
    const conflict = conflictOf(intent, result, { ...order, at: options.now() })
    if (conflict) tray.put(conflict)
    else tray.drop(String(intent.order_id))
  }

  const isReturnable = ({ undo, from, to }: MoveIntent): boolean => undo === undefined && from !== to

  function enqueue(intent: MoveIntent, notice?: number): void {
    if (options.intents().some(({ intent_id }) => late.has(intent_id))) late.add(intent.intent_id)
    if (!kept.add(intent)) unkept = true
    const behind = options.behind(intent.order_id)
    options.setIntents([...options.intents(), intent])
    if (!isReturnable(intent)) return
    const fresh = recallable(options.made(), options.now()).toReversed()
    const { intent_id, from, to } = intent
    const move = { ...named(intent), intent_id, from, to, behind, at: options.now(), notice }
    options.setMade([...fresh, move].slice(-RECALLED.moves))
  }

  function add(intent: MoveIntent): void {
    const text = textsOfMoves(intent.reason).one(...options.names(intent))
    const action = { label: 'Undo' as const, run: () => undo(intent.intent_id) }
    enqueue(intent, isReturnable(intent) ? notices.tell('info', text, { ms: NOTICE_MS, action }) : undefined)
    tellUnkept()
    send()
  }

  /** It can no longer be undone, nor is that offered. */
  function forget(intentId: string): void {
    const move = options.made().find(({ intent_id }) => intent_id === intentId)
    options.setMade(options.made().filter(({ intent_id }) => intent_id !== intentId))
    // A message about several offers it while any of them can be.
    if (move?.notice !== undefined && !options.made().some(({ notice }) => notice === move.notice)) notices.close(move.notice)
  }

  /** Last of all that is said of a move, since a terminal shows the newest message alone. */
  function tellUnkept(): void {
    if (unkept) notices.show('warning', "Can't save moves on this device. Keep it on until they are sent.")
    unkept = false
  }

  function wayBack(intentId: string): MoveIntent | undefined {
    const move = recallable(options.made(), options.now()).find(({ intent_id }) => intent_id === intentId)
    forget(intentId)
    if (!move) return undefined
    const { order_id, from, to, behind } = move
    return { intent_id: newKey(), order_id, from: to, to: from, after: behind, undo: intentId }
  }

  function undo(intentId = recallable(options.made(), options.now())[0]?.intent_id): void {
    const move = options.made().find(({ intent_id }) => intent_id === intentId)
    // Named before the move is forgotten, by which alone an order is known that has left the board.
    const names = move && options.names({ order_id: move.order_id, to: move.from })
    const intent = intentId === undefined ? undefined : wayBack(intentId)
    if (intent && names) {
      if (!options.order(intent.order_id)) unseen.set(intent.intent_id, names)
      add(intent)
    } else notices.show('info', intentId === undefined ? 'Nothing to undo' : NO_WAY_BACK)
  }

  return {
    add,
    addMany(intents) {
      const results = intents.map(({ intent_id }) => new Promise<MoveResult>((resolve) => awaited.set(intent_id, resolve)))
      for (const intent of intents) enqueue(intent)
      tellUnkept()
      send()
      return Promise.all(results)
    },
    send,
    close() {
      for (const [intent_id, tell] of awaited) tell({ intent_id, status: 'FAIL', code: 'cancelled', error: 'Request cancelled' })
      awaited.clear()
      toldKept.clear()
    },
    restore() {
      const waiting = options.intents()
      const known = new Set(waiting.map(({ intent_id }) => intent_id))
      const left = kept.all().filter(({ intent_id }) => !known.has(intent_id))
      for (const { intent_id } of left) {
        late.add(intent_id)
        toldKept.add(intent_id)
      }
      if (left.length > 0) options.setIntents([...left, ...waiting])
      send()
    },
    undo,
    wayBack,
    offered: (intentIds, notice) =>
      options.setMade(options.made().map((move) => (intentIds.has(move.intent_id) ? { ...move, notice } : move))),
  }
}
