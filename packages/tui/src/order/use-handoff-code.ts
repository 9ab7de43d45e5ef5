import { useState } from 'react'
import { type BoardOrder, failureSentence } from '@tiffin/core'
import { useCore } from '@tiffin/core/react'

/** The customer's code of an order for users who may tell it to them, read only on request (KDS-13). */
export function useHandoffCode({ order_id }: Pick<BoardOrder, 'order_id'>): { code: string; read: () => void } {
  const { board, client, notices } = useCore()
  const [code, setCode] = useState('')
  function read(): void {
    client.Order.handoff({ order_id }).then(
      ({ data }) => (data.code === null ? void notices.show('info', 'This order needs no hand-off code') : setCode(data.code)),
      (error: unknown) => notices.showSentence('negative', failureSentence(error, board.store.getState())),
    )
  }
  return { code, read }
}
