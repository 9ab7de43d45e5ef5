import { OrderCommands } from '../command-line/lazy-commands.ts'
import { lazyComponent } from '../lazy-component.ts'
import { LazyBoundary } from '../ui/lazy-boundary.tsx'
import type { BoardDialog } from './board-context.ts'

const CourierDialog = lazyComponent(async () => (await import('./courier-dialog.tsx')).CourierDialog)
const DeleteDialog = lazyComponent(async () => (await import('./delete-dialog.tsx')).DeleteDialog)
const HandoffDialog = lazyComponent(async () => (await import('./handoff-dialog.tsx')).HandoffDialog)
const ReasonDialog = lazyComponent(async () => (await import('./reason-dialog.tsx')).ReasonDialog)

/** The questions before changes of orders; loaded on first use. */
export function OrderDialogs({ dialog, onClose }: { dialog: BoardDialog | null; onClose: () => void }) {
  return (
    <LazyBoundary key={dialog?.kind} typed={dialog !== null && !['delete', 'commands'].includes(dialog.kind)} onFail={onClose}>
      {dialog?.kind === 'reason' && <ReasonDialog orders={dialog.orders} answer={dialog.answer} onClose={onClose} />}
      {dialog?.kind === 'handoff' && <HandoffDialog orderIds={dialog.orderIds} answer={dialog.answer} onClose={onClose} />}
      {dialog?.kind === 'courier' && <CourierDialog orders={dialog.orders} onClose={onClose} />}
      {dialog?.kind === 'commands' && <OrderCommands orders={dialog.orders} onClose={onClose} />}
      {dialog?.kind === 'delete' && <DeleteDialog order={dialog.order} onClose={onClose} />}
    </LazyBoundary>
  )
}
