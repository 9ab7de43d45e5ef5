import { Box } from '@chakra-ui/react'
import { recallable } from '@tiffin/core'
import { useCore, useOrderName, useSelected, useTranslate } from '@tiffin/core/react'
import { clockTime, statusName } from '@tiffin/core/rules'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'
import { useBoardView } from './board-context.ts'
import { useBoardSecond } from './second.tsx'

/** The moves made on this board that can be undone, newest first (KDS-02). */
export function RecallDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const { attention, board } = useCore()
  const { lang, timezone, country } = useBoardView()
  const made = useSelected(board.store, (state) => state.made)
  const orderNameOf = useOrderName()
  const statuses = useSelected(board.store, (state) => state.statuses)
  const now = useBoardSecond()
  const moves = recallable(made, now)
  const nameOf = (id: number): string => statusName(statuses, id, lang)
  const unseen = useSelected(attention.store, (state) => state.cancelled)
  const seen = useSelected(attention.store, (state) => state.seenCancelled)
  const cancelled = [...unseen, ...seen].toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))
  return (
    <AskDialog
      title={t('Moves in the last 15 minutes')}
      testId="recall-dialog"
      onClose={onClose}
      actions={
        <Button variant="solid" data-autofocus onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      {moves.length === 0 && <Box color="fg.muted">{t('No moves in the last 15 minutes')}</Box>}
      <Box as="ul" listStyleType="none">
        {moves.map((move) => (
          <Box as="li" key={move.intent_id} display="flex" alignItems="center" gap="3" minH="9" borderBottomWidth="1px" py="1">
            <Box as="time" color="fg.muted" fontSize="sm">
              {clockTime(move.at, { lang, timezone, country, now })}
            </Box>
            <Box flex="1" minW="0">
              <Box fontWeight="medium">{orderNameOf(move)}</Box>
              <Box fontSize="sm" color="fg.muted">
                {t('%1 to %2', [nameOf(move.from), nameOf(move.to)])}
              </Box>
            </Box>
            <Button size="sm" onClick={() => board.undo(move.intent_id)}>
              {t('Undo')}
            </Button>
          </Box>
        ))}
      </Box>
      {cancelled.length > 0 && (
        <>
          <Box as="h3" fontWeight="semibold" mt="4">
            {t('Cancelled orders')}
          </Box>
          <Box as="ul" listStyleType="none" data-testid="cancelled-before">
            {cancelled.map((order) => (
              <Box as="li" key={order.order_id} display="flex" gap="3" borderBottomWidth="1px" py="1">
                {order.at !== undefined && (
                  <Box as="time" color="fg.muted" fontSize="sm">
                    {clockTime(order.at, { lang, timezone, country, now })}
                  </Box>
                )}
                <Box flex="1" minW="0" overflowWrap="anywhere">
                  {orderNameOf(order)}: {order.reason || t('no reason given')}
                </Box>
              </Box>
            ))}
          </Box>
        </>
      )}
    </AskDialog>
  )
}
