import { useCore } from '@tiffin/core/react'
import { errors } from '@tiffin/sdk/contract'
import type { Decision } from '@tiffin/core/rules'
import type { Dialog } from '../view/dialog.ts'
import { useConsole } from '../view/station.ts'

/** Commands about orders; the board, its command line and the order view share them. */
export type OrderCommand = 'open' | 'bump' | 'move' | 'cancel' | 'items' | 'courier' | 'print'

const idsOf = (orders: readonly { order_id: number }[]): number[] => orders.map(({ order_id }) => order_id)

/** Carries out a command for the chosen order, or for all that are marked (KDS-16). */
export function useOrderActions(setDialog: (dialog: Dialog) => void) {
  const { alarm, attention, board, moves, notices } = useCore()
  const { station } = useConsole()

  function refuse(decision: Decision): void {
    if (!decision.allowed) notices.tell('negative', { message: errors[decision.code], params: decision.params })
  }

  function open(orderId: number): void {
    const decision = moves.mayOpen()
    if (!decision.allowed) return refuse(decision)
    seen([orderId])
    setDialog({ name: 'order', orderId })
  }

  /** The answer undoes it here, as far as that can be: that an order was accepted, the office knows. */
  function seen(orderIds: readonly number[]): () => void {
    for (const id of orderIds) {
      alarm.opened(id)
      board.acknowledge(id)
    }
    return attention.seen(orderIds)
  }

  function seenAndSaid(orderIds: readonly number[], canUndo = false): void {
    const run = seen(orderIds)
    const action = canUndo ? { action: { label: 'Undo' as const, run } } : {}
    notices.show('info', 'Marked as seen: %1', { params: [orderIds.length], ...action })
  }

  /** Cancelled orders alone: new ones still wait for somebody to accept them. */
  function cancelledSeen(): void {
    const { cancelled } = attention.store.getState()
    if (cancelled.length === 0) notices.show('info', 'No cancelled orders')
    else seenAndSaid(idsOf(cancelled), true)
  }

  /** Asks where there are several: new orders that were accepted so can't be brought back. */
  function allSeen(isSure = false): void {
    const { news, cancelled } = attention.store.getState()
    const ids = [...news.keys(), ...idsOf(cancelled)]
    if (ids.length === 0) notices.show('info', 'Nothing to mark as seen')
    else if (ids.length > 1 && !isSure) setDialog({ name: 'allSeen', orders: ids.length })
    else seenAndSaid(ids)
  }

  function cancel(orderIds: readonly number[], reason?: string): void {
    const [first = 0] = orderIds
    const target = moves.targets(first).find(({ needsReason }) => needsReason)
    if (!target) notices.show('info', 'No status is set up for cancelled orders')
    else if (!target.decision.allowed) refuse(target.decision)
    else if (reason) moveAll(orderIds, target.status.order_status_id, reason)
    else setDialog({ name: 'cancel', orderIds, to: target.status.order_status_id })
  }

  /** False when the only order may not move; of several each is answered on its own, in one notice. */
  function moveAll(orderIds: readonly number[], to: number, reason?: string): boolean {
    const [first = 0] = orderIds
    if (orderIds.length === 1) return moves.moveTo(first, to, reason)
    void board.moveMany(orderIds, to, reason)
    return true
  }

  /** Several orders go on together with those that go the same way. */
  function bump(orderIds: readonly number[]): void {
    const [first = 0] = orderIds
    if (orderIds.length === 1) return void moves.bump(first)
    for (const [to, ids] of Map.groupBy(orderIds, (id) => moves.next(id)?.order_status_id))
      if (to !== undefined) void board.moveMany(ids, to)
  }

  function print(orderIds: readonly number[]): void {
    if (station.store.getState().address === undefined) setDialog({ name: 'printer' })
    for (const id of orderIds) void station.print(id)
  }

  function undo(): void {
    const notice = notices.store.getState().notices.findLast(({ action }) => action)
    if (notice?.action) {
      notices.close(notice.id)
      notice.action.run()
    } else if (board.store.getState().made.length > 0) board.undo()
    else notices.show('info', 'Nothing to undo')
  }

  function act(command: OrderCommand, orderIds: readonly number[]): void {
    const [first] = orderIds
    if (first === undefined) return
    switch (command) {
      case 'open':
        return open(first)
      case 'bump':
        return bump(orderIds)
      case 'move':
        return setDialog({ name: 'move', orderIds })
      case 'cancel':
        return cancel(orderIds)
      case 'items':
        return setDialog({ name: 'items', orderId: first })
      case 'courier':
        return setDialog({ name: 'courier', orderIds })
      case 'print':
        return print(orderIds)
    }
  }

  return { act, cancel, moveAll, undo, seen, allSeen, cancelledSeen }
}

export type OrderActions = ReturnType<typeof useOrderActions>
