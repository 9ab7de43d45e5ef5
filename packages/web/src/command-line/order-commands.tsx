import { actorOf, type BoardOrder } from '@tiffin/core'
import { moveWords, orderVerbs } from '@tiffin/core/command-line'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { can, localized } from '@tiffin/core/rules'
import { entities } from '@tiffin/sdk/contract'
import { useBoardView } from '../board/board-context.ts'
import { CommandsDialog } from './commands-dialog.tsx'

/** Commands for orders of the board: all available moves, and the actions of their menu. */
export function OrderCommands({ orders, onClose }: { orders: readonly BoardOrder[]; onClose: () => void }) {
  const t = useTranslate()
  const { commands, session } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  const { company, lang } = useBoardView()
  const ids = orders.map(({ order_id }) => order_id)
  const mayDelete = user !== null && orders.every((order) => can(actorOf(user), 'delete', entities.order, order).allowed)
  const moves = commands
    .targets(ids)
    .filter(({ decision }) => decision.allowed)
    .map(({ status }) => ({
      name: t('Move to %1', [localized(status.value, lang)]),
      words: moveWords(ids, status.order_status_id, company),
    }))
  const verbs = orderVerbs(ids, company, mayDelete).map(({ label, words }) => ({ name: t(label), words }))
  return <CommandsDialog commands={[...moves, ...verbs]} onClose={onClose} />
}
