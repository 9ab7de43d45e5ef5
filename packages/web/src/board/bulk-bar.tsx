import { Box, Menu } from '@chakra-ui/react'
import type { BoardOrder } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { allow } from '@tiffin/core/rules'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { useBoardView } from './board-context.ts'
import { useChosen, useSelection } from './card-selection.ts'
import { bulkTargets } from './bulk-targets.ts'
import { MoveList } from './move-list.tsx'

/** What can be done with the chosen cards at once; each order is answered on its own (KDS-16). */
export function BulkBar() {
  const t = useTranslate()
  const { board } = useCore()
  const { ask } = useBoardView()
  const selection = useSelection()
  const chosen = useChosen()
  const rows = useSelected(board.store, (state) => state.rows)
  const orders = [...chosen].flatMap((id) => rows.get(id) ?? [])
  if (orders.length === 0) return null
  return (
    <Box
      position="fixed"
      bottom="4"
      insetInline="0"
      mx="auto"
      w="fit-content"
      maxW="calc(100vw - 16px)"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      p="2"
      ps="4"
      bg="bg.panel"
      borderRadius="l3"
      boxShadow="float"
      zIndex="menu"
      role="toolbar"
      aria-label={t('Selected orders')}
      data-testid="bulk-bar"
    >
      <Box fontWeight="semibold" role="status">
        {t('%1 selected', [orders.length])}
      </Box>
      <MoveMenu orders={orders} />
      <Button onClick={() => ask({ kind: 'courier', orders })}>
        <Icon name="courier" />
        {t('Assign a courier')}
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t('Clear selection')}
        title={t('Clear selection')}
        onClick={selection.clear}
      >
        <Icon name="close" />
      </Button>
    </Box>
  )
}

function MoveMenu({ orders }: { orders: readonly BoardOrder[] }) {
  const t = useTranslate()
  const { board, moves } = useCore()
  const { ask, focus } = useBoardView()
  const selection = useSelection()
  const targets = bulkTargets(orders.map(({ order_id }) => moves.targets(order_id))).map(({ open, decision, ...target }) => ({
    ...target,
    decision: open > 0 ? allow : decision,
    share: open > 0 && open < orders.length ? t('%1 of %2', [open, orders.length]) : undefined,
  }))
  function move(to: number, needsReason: boolean): void {
    if (needsReason) return ask({ kind: 'reason', orders, to })
    const ids = orders.map(({ order_id }) => order_id)
    focus.follow(ids[0] ?? 0)
    void board.moveMany(ids, to)
    selection.clear()
  }
  return (
    <Menu.Root positioning={{ strategy: 'fixed', placement: 'top' }}>
      <Menu.Trigger asChild>
        <Button variant="solid" className="bulk-move">
          <Icon name="move" />
          {t('Move to…')}
        </Button>
      </Menu.Trigger>
      <Menu.Positioner>
        <Menu.Content data-testid="bulk-moves">
          <MoveList
            targets={targets}
            onSelect={({ status, decision, needsReason }) => decision.allowed && move(status.order_status_id, needsReason)}
          />
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}
