import { Box } from '@chakra-ui/react'
import { describeConflict, describeMoveSince, selectTray, type TrayEntry } from '@tiffin/core'
import { useCore, useMovesSince, useOrderName, useSelected, useTranslate } from '@tiffin/core/react'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button } from '../ui/controls.ts'
import { useBoardView } from './board-context.ts'

/** Offline changes that could not be applied: the change, the current state, and the user's decision (MOON-04). */
export function ConflictsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const { board, moves } = useCore()
  const nameOf = useOrderName()
  const { lang, openOrder } = useBoardView()
  const tray = useSelected(board.store, (state) => state.tray)
  const rows = useSelected(board.store, (state) => state.rows)
  const statuses = useSelected(board.store, (state) => state.statuses)
  const entries = selectTray({ tray, rows }, moves.mayMove).map((entry) => ({
    entry,
    ...describeConflict(entry, { statuses, t, lang }),
  }))
  function decide(key: string, isApplied: boolean): void {
    if (isApplied) board.keepConflict(key)
    else board.dropConflict(key)
    if (entries.length === 1) onClose()
  }
  function showOrder(orderId: number): void {
    onClose()
    openOrder(orderId)
  }
  return (
    <AskDialog
      title={t('Conflicting changes')}
      testId="conflicts-dialog"
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      {entries.length === 0 && <Box color="fg.muted">{t('No conflicting changes')}</Box>}
      <Box as="ul" listStyleType="none">
        {entries.map(({ entry, entry: { key, open, decision, error, params }, mine, theirs }) => (
          <Box as="li" key={key} borderBottomWidth="1px" py="2" data-testid={`overtaken-${key}`}>
            <Box fontWeight="medium">{nameOf(entry)}</Box>
            <Box>{mine}</Box>
            <Box>{theirs}</Box>
            <Box fontSize="sm" color="fg.muted">
              {t.message(error, params)}
            </Box>
            <MovesSince entry={entry} />
            <Box display="flex" flexWrap="wrap" gap="2" mt="2">
              <Button size="sm" onClick={() => decide(key, false)}>
                {t('Discard change')}
              </Button>
              {open && (
                <Button size="sm" onClick={() => showOrder(entry.order_id)}>
                  {t('Open order')}
                </Button>
              )}
              {decision.allowed && (
                <Button size="sm" variant="solid" onClick={() => decide(key, true)}>
                  {t('Send again')}
                </Button>
              )}
            </Box>
          </Box>
        ))}
      </Box>
    </AskDialog>
  )
}

/** Who has moved the order in the meantime: from where, to where, and when. */
function MovesSince({ entry }: { entry: TrayEntry }) {
  const t = useTranslate()
  const { board, serverClock } = useCore()
  const { lang, timezone, country } = useBoardView()
  const statuses = useSelected(board.store, (state) => state.statuses)
  const moves = useMovesSince(entry)
  return moves.map((move) => (
    <Box key={move.at}>{describeMoveSince(move, { statuses, t, lang, timezone, country, now: serverClock.now() })}</Box>
  ))
}
