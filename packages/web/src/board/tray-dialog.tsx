import { Box } from '@chakra-ui/react'
import { selectTray } from '@tiffin/core'
import type { OrderStatus } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { localized } from '@tiffin/core/rules'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'
import { useBoardView } from './board-context.ts'
import { ticketOf } from './order-card.tsx'

/** Moves made without a network that others have overtaken: what was meant, what is so now, and a person decides (MOON-04). */
export function TrayDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const { board } = useCore()
  const { lang } = useBoardView()
  const tray = useSelected(board.store, (state) => state.tray)
  const rows = useSelected(board.store, (state) => state.rows)
  const statuses = useSelected(board.store, (state) => state.statuses)
  const entries = selectTray({ tray, rows, statuses })
  const nameOf = (status: OrderStatus | undefined): string => (status ? localized(status.value, lang) : '?')
  function decide(orderId: number, keeps: boolean): void {
    if (keeps) board.keepMove(orderId)
    else board.dropMove(orderId)
    if (entries.length === 1) onClose()
  }
  return (
    <AskDialog
      title={t('Moves that were overtaken')}
      testId="tray-dialog"
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      {entries.length === 0 && <Box color="fg.muted">{t('No such moves')}</Box>}
      <Box as="ul" listStyleType="none">
        {entries.map(({ order_id, order, mine, theirs, open, error, params }) => (
          <Box as="li" key={order_id} borderBottomWidth="1px" py="2" data-testid={`overtaken-${order_id}`}>
            <Box fontWeight="medium">{t('Order %1', [order ? ticketOf(order) : order_id])}</Box>
            <Box>{t('Your move: %1 to %2', [nameOf(mine.from), nameOf(mine.to)])}</Box>
            <Box>{open ? t('Now: %1', [nameOf(theirs)]) : t('The order cannot be seen any more')}</Box>
            <Box fontSize="sm" color="fg.muted">
              {t(error, params)}
            </Box>
            <Box display="flex" flexWrap="wrap" gap="2" mt="2">
              <Button size="sm" onClick={() => decide(order_id, false)}>
                {t('Leave it where it is')}
              </Button>
              {open && (
                <Button size="sm" variant="solid" onClick={() => decide(order_id, true)}>
                  {t('Move it all the same')}
                </Button>
              )}
            </Box>
          </Box>
        ))}
      </Box>
    </AskDialog>
  )
}
