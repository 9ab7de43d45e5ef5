import { useEffect, useState } from 'react'
import type { SessionUser } from '@tiffin/sdk/contract'
import { actorOf, routeAt } from '@tiffin/core'
import { useCore } from '@tiffin/core/react'
import { mayTakeOrders, pages } from '@tiffin/core/rules'
import { useLocation } from 'react-router'
import { writeNewOrder } from '../board/board-url.ts'
import { homePath } from '../home-path.ts'
import { useHistory } from '../ui/use-history.ts'

/**
 * Shows a notice when a phone rings, on pages without a board: an open board listens itself, so a tab has one connection. The
 * code is loaded after the page.
 */
export function useShellCalls(user: SessionUser): void {
  const core = useCore()
  const history = useHistory()
  const route = routeAt(useLocation().pathname)
  /** The user as they were when the server ended the connection; signing in again replaces them. */
  const [ended, setEnded] = useState<SessionUser | null>(null)
  const { company } = user
  const hasBoard = route !== undefined && pages[route].kind === 'board'
  const isOn = !hasBoard && ended !== user && company?.enable === 1 && mayTakeOrders(actorOf(user))
  const companyId = company?.company_id ?? 0
  const board = homePath(user)
  useEffect(() => {
    if (!isOn) return
    const openOrder = (): void =>
      history.push({ pathname: board, search: `?${writeNewOrder(new URLSearchParams(), true)}` }, { opened: true })
    let stop: (() => void) | undefined
    let isLeft = false
    import('../new-order/stored-orders.ts')
      .then(({ newOrdersOf, watchCalls }) => {
        if (isLeft) return
        const orders = newOrdersOf(core)
        stop = watchCalls(core, {
          company: companyId,
          onRing: (phones) => phones.forEach((phone) => void orders.ring(phone, openOrder)),
          onEnd: () => setEnded(core.session.store.getState().user),
        })
      })
      .catch((error: unknown) => core.ports.log("can't show calls", error))
    return () => {
      isLeft = true
      stop?.()
    }
  }, [isOn, companyId, board, core, history])
}
