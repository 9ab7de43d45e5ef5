import { useCore, useOrderName, useTranslate } from '@tiffin/core/react'
import { useCommands } from '../keys/command-scopes.ts'
import { useBoardView } from './board-context.ts'
import { type BoardCommand, boardKeys, commandNames } from './board-keys.ts'
import type { FoundOrder } from './use-order.ts'

/** The keys of the board that mean something while an order is open: they are about this one, whatever has the focus. */
export function usePreviewKeys(orderId: number, found: FoundOrder, leave: () => void): void {
  const t = useTranslate()
  const { board, moves } = useCore()
  const nameOf = useOrderName()
  const { ask, mayMove } = useBoardView()
  const names = commandNames(t)
  const order = found.state === 'there' ? found.order : undefined
  const runs: Partial<Record<BoardCommand, () => void>> = {
    bump: () => moves.bump(orderId),
    moves: () => document.querySelector<HTMLElement>('.preview-move')?.click(),
    courier: () => order && ask({ kind: 'courier', orders: [order] }),
    undo: () => board.undo(),
  }
  const isWorkedOn = found.state === 'there' && found.onBoard && mayMove(found.order.merchant)
  const commands = boardKeys.flatMap(({ command, ...key }) => {
    const run = runs[command]
    return run && (command === 'undo' || isWorkedOn) ? [{ id: command, name: names[command], ...key, run }] : []
  })
  useCommands([{ title: nameOf(order ?? { order_id: orderId }), commands, leave }], 'panel')
}
