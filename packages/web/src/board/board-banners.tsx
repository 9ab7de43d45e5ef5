import type { SessionCompany } from '@tiffin/sdk/contract'
import { MOST_ORDERS } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Banner } from '../ui/banner.tsx'
import { StaleBanner } from './connection-state.tsx'

/** States of company and board that everybody at the board must know of (BOARD-39, KDS-17). */
export function BoardBanners({ company }: { company: SessionCompany }) {
  const t = useTranslate()
  const { board } = useCore()
  const shown = useSelected(board.store, (state) => state.rows.size)
  const count = useSelected(board.store, (state) => state.count)
  return (
    <>
      {company.enable !== 1 && (
        <Banner tone="negative" testId="company-disabled">
          {t('The company is disabled')}
        </Banner>
      )}
      {count > MOST_ORDERS && (
        <Banner tone="warning" testId="too-many">
          {t('%1 of %2 orders are shown: choose fewer merchants.', [shown, count])}
        </Banner>
      )}
      <StaleBanner />
    </>
  )
}
