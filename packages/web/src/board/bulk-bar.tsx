import { Box, Menu } from '@chakra-ui/react'
import type { Ref } from 'react'
import type { BoardOrder } from '@tiffin/core'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { noticesAbove } from '../ui/notices-above.ts'
import { type MenuHandle, useMenuHandle } from '../ui/use-menu-handle.ts'
import { useBoardView } from './board-context.ts'
import { endSelection, useSelectedCards, useSelection } from './card-selection.ts'
import { MoveList } from './move-list.tsx'

/** Actions for the selected cards; the server confirms each order separately (KDS-16). */
export function BulkBar({ moveMenu }: { moveMenu: Ref<MenuHandle> }) {
  const t = useTranslate()
  const { board } = useCore()
  const { ask } = useBoardView()
  const selection = useSelection()
  const chosen = useSelectedCards()
  const rows = useSelected(board.store, (state) => state.rows)
  const orders = [...chosen.keys()].flatMap((id) => rows.get(id) ?? [])
  if (orders.length === 0) return null
  return (
    <Box
      ref={noticesAbove}
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
      <MoveMenu orders={orders} handle={moveMenu} />
      <Button onClick={() => ask({ kind: 'courier', orders })}>
        <Icon name="courier" />
        {t('Assign a courier')}
      </Button>
      <Button
        size="icon"
        aria-label={t('Copy as command')}
        title={t('Copy as command')}
        onClick={() => ask({ kind: 'commands', orders })}
      >
        <Icon name="terminal" />
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

function MoveMenu({ orders, handle }: { orders: readonly BoardOrder[]; handle: Ref<MenuHandle> }) {
  const t = useTranslate()
  const { commands } = useCore()
  const { answer, focus } = useBoardView()
  const selection = useSelection()
  const ids = orders.map(({ order_id }) => order_id)
  const targets = commands.targets(ids).map((target) => ({
    ...target,
    share: target.open > 0 && target.open < ids.length ? t('%1 of %2', [target.open, ids.length]) : undefined,
  }))
  function move(to: number, needsReason: boolean): void {
    // Before they move, so that the focus knows their old places.
    if (!needsReason) focus.follow(ids[0] ?? 0)
    const outcome = commands.move(ids, to, undefined, selection.marks())
    answer(endSelection(outcome, selection), orders)
  }
  return (
    <Menu.Root {...useMenuHandle(handle)} positioning={{ strategy: 'fixed', placement: 'top' }}>
      <Menu.Trigger asChild>
        <Button variant="solid">
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
