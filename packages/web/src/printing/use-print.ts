import { useCallback } from 'react'
import { useCore } from '@tiffin/core/react'
import { companyRoutes } from '@tiffin/core/rules'
import type { PrintPurpose } from '@tiffin/sdk/contract'
import { useNavigate } from 'react-router'
import { isLoadError, loadChunk } from '../lazy-component.ts'

/** Prints an order's ticket or receipt on this browser's printer (BOARD-49); the code is loaded on demand. */
export function usePrint(): (orderId: number, purpose: PrintPurpose) => void {
  const core = useCore()
  const navigate = useNavigate()
  return useCallback(
    (orderId, purpose) => {
      const print = async (): Promise<void> => {
        const { printingOf } = await loadChunk(() => import('./browser-printing.ts'))
        const { station } = printingOf(core)
        if (station.store.getState().address !== undefined) return station.print(orderId, purpose)
        const mayChoose = core.session.store.getState().user?.navigation.includes('Company-Printer') === true
        const run = (): void => void navigate(companyRoutes['Company-Printer'])
        core.notices.show('warning', 'Choose a printer first', mayChoose ? { action: { label: 'Choose a printer', run } } : {})
      }
      print().catch((error: unknown) => {
        core.ports.log('a ticket was not printed', error)
        core.notices.show('negative', isLoadError(error) ? error.message : 'Something went wrong')
      })
    },
    [core, navigate],
  )
}
