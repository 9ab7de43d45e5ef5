import { useCore, useOrderName, useTranslate } from '@tiffin/core/react'
import { useCommands } from '../keys/command-scopes.ts'
import { useBoardView } from './board-context.ts'
import { type BoardCommand, boardKeys, commandNames } from './board-keys.ts'
import type { FoundOrder } from './use-order.ts'

/** The board keys that work while an order is open; they apply to this order, regardless of the focus. */
export function usePreviewKeys(orderId: number, found: FoundOrder, does: { openMoves: () => void; leave: () => void }): void {
  const t = useTranslate()
  const { commands } = useCore()
  const nameOf = useOrderName()
  const { answer, ask, editOrder, mayMove } = useBoardView()
  const names = commandNames(t)
  const order = found.state === 'there' ? found.order : undefined
  const runs: Partial<Record<BoardCommand, () => void>> = {
    bump: () => answer(commands.bump([orderId]), []),
    moves: does.openMoves,
    courier: () => order && ask({ kind: 'courier', orders: [order] }),
    edit: () => editOrder(orderId),
    undo: commands.undo,
  }
  const isWorkedOn = found.state === 'there' && found.onBoard && mayMove(found.order.merchant)
  const keys = boardKeys.flatMap(({ command, ...key }) => {
    const run = runs[command]
    return run && (command === 'undo' || command === 'edit' || isWorkedOn)
      ? [{ id: command, name: names[command], ...key, run }]
      : []
  })
  useCommands([{ title: nameOf(order ?? { order_id: orderId }), commands: keys, leave: does.leave }], 'panel')
}
