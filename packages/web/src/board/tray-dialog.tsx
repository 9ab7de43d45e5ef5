import { Box } from '@chakra-ui/react'
import { describeConflict, selectTray } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'
import { useBoardView } from './board-context.ts'
import { ticketOf } from './order-card.tsx'

/** What was done without a network and overtaken by others: what was meant, what is so now, and a person decides (MOON-04). */
export function TrayDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const { board } = useCore()
  const { lang } = useBoardView()
  const tray = useSelected(board.store, (state) => state.tray)
  const rows = useSelected(board.store, (state) => state.rows)
  const statuses = useSelected(board.store, (state) => state.statuses)
  const entries = selectTray({ tray, rows }).map((entry) => ({ ...entry, ...describeConflict(entry, { statuses, t, lang }) }))
  function decide(key: string, keeps: boolean): void {
    if (keeps) board.keepConflict(key)
    else board.dropConflict(key)
    if (entries.length === 1) onClose()
  }
  return (
    <AskDialog
      title={t('Changes that were overtaken')}
      testId="tray-dialog"
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      {entries.length === 0 && <Box color="fg.muted">{t('No such changes')}</Box>}
      <Box as="ul" listStyleType="none">
        {entries.map(({ key, kind, order_id, order, mine, theirs, open, error, params }) => (
          <Box as="li" key={key} borderBottomWidth="1px" py="2" data-testid={`overtaken-${key}`}>
            <Box fontWeight="medium">{t('Order %1', [order ? ticketOf(order) : order_id])}</Box>
            <Box>{mine}</Box>
            <Box>{theirs}</Box>
            <Box fontSize="sm" color="fg.muted">
              {t(error, params)}
            </Box>
            <Box display="flex" flexWrap="wrap" gap="2" mt="2">
              <Button size="sm" onClick={() => decide(key, false)}>
                {t(kind === 'move' ? 'Leave it where it is' : 'Leave it as it is')}
              </Button>
              {open && (
                <Button size="sm" variant="solid" onClick={() => decide(key, true)}>
                  {t(kind === 'move' ? 'Move it all the same' : 'Do it all the same')}
                </Button>
              )}
            </Box>
          </Box>
        ))}
      </Box>
    </AskDialog>
  )
}
