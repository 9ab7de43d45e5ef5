import { useEffect, useState } from 'react'
import { findByText } from '@tiffin/core'
import { useCore, useSelected } from '@tiffin/core/react'

type Found = Awaited<ReturnType<typeof findByText>>
const nothing: Found = { orders: [], records: [] }
/** Milliseconds between the last key and the question. */
const DEBOUNCE = 200

/** Orders and records for a typed text, as the server knows them; `busy` until the answer is there. */
export function useFound(text: string): Found & { busy: boolean } {
  const { client, session, ports } = useCore()
  const user = useSelected(session.store, (state) => state.user)
  const lang = useSelected(session.store, (state) => state.lang)
  const [answer, setAnswer] = useState({ text: '', found: nothing })
  const wanted = text.trim()
  useEffect(() => {
    if (!user || wanted === '') return
    const leave = new AbortController()
    const cancel = ports.clock.after(DEBOUNCE, () => {
      findByText(client, user, { text: wanted, lang, signal: leave.signal })
        .catch((error: unknown) => {
          if (!leave.signal.aborted) ports.log('nothing could be looked up', error)
          return nothing
        })
        .then((found) => leave.signal.aborted || setAnswer({ text: wanted, found }))
        .catch(() => {})
    })
    return () => {
      cancel()
      leave.abort()
    }
  }, [client, user, ports, wanted, lang])
  const isCurrent = answer.text === wanted && wanted !== ''
  return { ...(isCurrent ? answer.found : nothing), busy: wanted !== '' && !isCurrent }
}
