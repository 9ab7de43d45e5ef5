import { lazy, Suspense } from 'react'
import type { BoardDialog } from './board-context.ts'

const CourierDialog = lazy(async () => ({ default: (await import('./courier-dialog.tsx')).CourierDialog }))
const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }))
const ReasonDialog = lazy(async () => ({ default: (await import('./reason-dialog.tsx')).ReasonDialog }))

/** What has to be asked before something happens to orders; loaded when it is first needed. */
export function OrderDialogs({ dialog, onClose }: { dialog: BoardDialog | null; onClose: () => void }) {
  return (
    <Suspense>
      {dialog?.kind === 'reason' && <ReasonDialog orders={dialog.orders} to={dialog.to} onClose={onClose} />}
      {dialog?.kind === 'courier' && <CourierDialog orders={dialog.orders} onClose={onClose} />}
      {dialog?.kind === 'delete' && <DeleteDialog order={dialog.order} onClose={onClose} />}
    </Suspense>
  )
}
