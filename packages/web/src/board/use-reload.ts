import { useState } from 'react'
import { useCore } from '@tiffin/core/react'
import { isApiError } from '@tiffin/sdk/contract'

/** Reloads the board on request and reports a failure. */
export function useReload(): { busy: boolean; reload: () => Promise<void> } {
  const { board, notices, ports } = useCore()
  const [busy, setBusy] = useState(false)
  async function reload(): Promise<void> {
    setBusy(true)
    try {
      await board.reload()
    } catch (error) {
      ports.log("can't reload the board", error)
      if (isApiError(error)) notices.showSentence('negative', error)
      else notices.show('negative', "Can't load the board")
    } finally {
      setBusy(false)
    }
  }
  return { busy, reload }
}
