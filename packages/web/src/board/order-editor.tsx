import { orders } from '@tiffin/core/screens'
import { OpenEditor } from '../records/editor/editor.tsx'
import { RecordsFrame } from '../records/records-frame.tsx'
import type { ListUrl } from '../records/use-list-url.ts'
import { useBoardView } from './board-context.ts'
import { orderAddress } from './board-url.ts'

interface Props {
  orderId: number
  tab: string
  onTab: (tab: string) => void
  onClose: () => void
}

const nothing = (): void => {}

/** The order editor above the board (BOARD-32, ORDER-01). */
export function OrderEditor({ orderId, tab, onTab, onClose }: Props) {
  const { company } = useBoardView()
  const url: ListUrl = {
    state: { search: '', filters: {}, sort: orders.order, page: 1, size: 15 },
    set: nothing,
    open: orderId,
    hrefOf: (key) => orderAddress(company, Number(key)),
    listHref: null,
    openRecord: nothing,
    closeRecord: onClose,
    view: null,
    chooseView: nothing,
    tab,
    setTab: onTab,
  }
  return (
    <RecordsFrame screen={orders} area="company">
      <OpenEditor id={orderId} url={url} onClose={onClose} />
    </RecordsFrame>
  )
}
