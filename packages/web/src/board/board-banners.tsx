import { Box } from '@chakra-ui/react'
import type { SessionCompany } from '@tiffin/sdk/contract'
import { MAX_ORDERS, conflictsText } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/controls.ts'
import { StaleBanner } from './connection-state.tsx'

/** Company and board states that everyone at the board must know (BOARD-39, KDS-17, MOON-04). */
export function BoardBanners({ company, onTray }: { company: SessionCompany; onTray: () => void }) {
  const t = useTranslate()
  const { board } = useCore()
  const shown = useSelected(board.store, (state) => state.rows.size)
  const count = useSelected(board.store, (state) => state.count)
  const overtaken = useSelected(board.store, (state) => state.tray)
  return (
    <>
      {company.enable !== 1 && (
        <Banner tone="negative" testId="company-disabled">
          {t('The company is not enabled')}
        </Banner>
      )}
      {count > MAX_ORDERS && (
        <Banner tone="warning" testId="too-many">
          {t('Showing %1 of %2 orders. Choose a shorter period or fewer merchants.', [shown, count])}
        </Banner>
      )}
      <StaleBanner />
      {overtaken.length > 0 && (
        <Banner tone="warning" testId="overtaken">
          <Box display="flex" alignItems="center" flexWrap="wrap" columnGap="3" rowGap="1">
            <span>{t(conflictsText(overtaken), [overtaken.length])}</span>
            <Button size="sm" onClick={onTray}>
              {t('Review')}
            </Button>
          </Box>
        </Banner>
      )}
    </>
  )
}
