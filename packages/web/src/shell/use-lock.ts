import { useCore } from '@tiffin/core/react'
import { isApiError } from '@tiffin/sdk/contract'
import { useNavigate } from 'react-router'

/** Locks the session; a user without a PIN creates one first. */
export function useLock(): () => void {
  const { session, notices, ports } = useCore()
  const navigate = useNavigate()
  return () =>
    void session.lock().catch((error: unknown) => {
      ports.log('the session was not locked', error)
      if (!isApiError(error)) throw error
      if (error.code === 'pin_missing') void navigate('/CreatePin')
      else notices.showSentence('negative', error)
    })
}
