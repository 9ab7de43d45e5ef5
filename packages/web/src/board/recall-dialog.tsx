import { Box } from '@chakra-ui/react'
import { useCore, useOrderName, useRecallList, useTranslate } from '@tiffin/core/react'
import { clockTime } from '@tiffin/core/rules'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'
import { useBoardView } from './board-context.ts'
import { useBoardTime } from './board-clock.tsx'

/** The moves made on this board that can be undone, newest first (KDS-02). */
export function RecallDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const { board } = useCore()
  const { lang, timezone, country } = useBoardView()
  const nameOf = useOrderName()
  const now = useBoardTime()
  const { moves, cancelled } = useRecallList(now)
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
              <Box fontWeight="medium">{move.order}</Box>
              <Box fontSize="sm" color="fg.muted">
                {t('%1 to %2', [move.from, move.to])}
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
                  {nameOf(order)}: {order.reason || t('no reason given')}
                </Box>
              </Box>
            ))}
          </Box>
        </>
      )}
    </AskDialog>
  )
}
