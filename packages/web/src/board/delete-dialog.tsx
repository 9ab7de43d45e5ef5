import { useState } from 'react'
import type { BoardOrder } from '@tiffin/core'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore, useOrderName, useTranslate } from '@tiffin/core/react'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'

/** Asks before an order is deleted. */
export function DeleteDialog({ order, onClose }: { order: BoardOrder; onClose: () => void }) {
  const t = useTranslate()
  const { board, notices, ports } = useCore()
  // Keeps the name after the board no longer has the order.
  const nameOf = useOrderName()
  const [name] = useState(() => nameOf(order))
  const [busy, setBusy] = useState(false)
  async function remove(): Promise<void> {
    setBusy(true)
    try {
      await board.remove(order.order_id)
      notices.show('positive', '%1 deleted', { params: [name] })
      onClose()
    } catch (error) {
      setBusy(false)
      ports.log("can't delete the order", error)
      if (isApiError(error)) notices.showSentence('negative', error)
    }
  }
  return (
    <AskDialog
      title={t('Delete %1?', [name])}
      testId="delete-dialog"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Keep order')}</Button>
          <Button variant="negative" disabled={busy} onClick={() => void remove()}>
            {t('Delete order')}
          </Button>
        </>
      }
    />
  )
}
