import { useCore } from '@tiffin/core/react'
import type { Marks, Outcome } from '@tiffin/core'
import type { Dialog } from '../view/dialog.ts'
import { useMayChange } from '../order/use-may-change.ts'
import { useConsole } from '../view/station.ts'

/** Order commands, shared by the board, its command line and the order view. */
export type OrderCommand = 'open' | 'bump' | 'move' | 'cancel' | 'items' | 'courier' | 'print'

/**
 * Runs a command for the chosen order, or for all marked ones (KDS-16), and opens the page for its question, if any.
 */
export function useOrderActions(setDialog: (dialog: Dialog) => void) {
  const { commands } = useCore()
  const { station } = useConsole()
  const mayChange = useMayChange()

  /** Opens the page for the question; returns whether the command is done. */
  function answer(outcome: Outcome): boolean {
    if (typeof outcome !== 'object') return outcome === 'done'
    if (outcome.ask === 'handoff') setDialog({ name: 'handoff', orderIds: outcome.orderIds, answer: outcome.answer })
    else if (outcome.ask === 'sure') setDialog({ name: 'allSeen', orders: outcome.orders })
    else setDialog({ name: 'cancel', orderIds: outcome.orderIds, answer: outcome.answer })
    return false
  }

  function open(orderId: number): void {
    if (!commands.mayOpen()) return
    commands.seen([orderId])
    setDialog({ name: 'order', orderId })
  }

  function print(orderIds: readonly number[]): void {
    if (station.store.getState().address === undefined) setDialog({ name: 'printer' })
    for (const id of orderIds) void station.print(id)
  }

  function act(command: OrderCommand, orderIds: readonly number[], marks?: Marks): void {
    const [first] = orderIds
    if (first === undefined) return
    switch (command) {
      case 'open':
        return open(first)
      case 'bump':
        return void answer(commands.bump(orderIds, marks))
      case 'move':
        return setDialog({ name: 'move', orderIds, move: commands.prepareMove(orderIds, marks) })
      case 'cancel':
        return void answer(commands.cancel(orderIds, undefined, marks))
      case 'items':
        return setDialog({ name: 'items', orderId: first })
      case 'courier':
        return mayChange(orderIds) ? setDialog({ name: 'courier', orderIds }) : undefined
      case 'print':
        return print(orderIds)
    }
  }

  return { act, answer }
}

export type OrderActions = ReturnType<typeof useOrderActions>
