import { Box, Drawer, Portal } from '@chakra-ui/react'
import { useRef, useState } from 'react'
import { useTranslate } from '@tiffin/core/react'
import { OWN_KEYS_ATTRIBUTE } from '../keys/use-key-listener.ts'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import type { MenuHandle } from '../ui/use-menu-handle.ts'
import { cardStyles } from './board-styles.ts'
import { useBoardView } from './board-context.ts'
import { linkOf, nextFocusTarget } from './card-focus.ts'
import { OrderDetails } from './order-details.tsx'
import { useOrder } from './use-order.ts'
import { usePreviewKeys } from './use-preview-keys.ts'

/** The details and history of an order (BOARD-32, KDS-14). */
export function OrderDrawer({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const t = useTranslate()
  const found = useOrder(orderId)
  const { focus } = useBoardView()
  const moveMenu = useRef<MenuHandle>(null)
  usePreviewKeys(orderId, found, { openMoves: () => moveMenu.current?.open(), leave: onClose })
  const [nextCard] = useState(() => nextFocusTarget(orderId))
  /** The order's card, or the one in its place until that is rendered or if it has left the board. */
  function cardLink(): HTMLElement | null {
    const link = linkOf(orderId)
    if (!link && found.state === 'there' && found.onBoard) focus.go(orderId)
    return link ?? nextCard()
  }
  return (
    <Drawer.Root open finalFocusEl={cardLink} onOpenChange={({ open }) => !open && onClose()}>
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content
            data-testid="order-drawer"
            {...{ [OWN_KEYS_ATTRIBUTE]: '' }}
            css={cardStyles}
            aria-busy={found.state === 'loading'}
          >
            {found.state === 'there' ? (
              <OrderDetails order={found.order} onBoard={found.onBoard} moveMenu={moveMenu} />
            ) : (
              <Drawer.Header pe="14">
                <Drawer.Title fontSize="xl">{t('Order No. %1', [orderId])}</Drawer.Title>
              </Drawer.Header>
            )}
            {found.state === 'missing' && <Drawer.Body>{t('Record not found. It may have been deleted.')}</Drawer.Body>}
            {found.state === 'failed' && (
              <Drawer.Body role="alert">
                <Box mb="3">{t.message(found.error.message, found.error.params)}</Box>
                <Button onClick={found.retry}>{t('Retry')}</Button>
              </Drawer.Body>
            )}
            {found.state === 'loading' && <DetailsSkeleton />}
            <Drawer.CloseTrigger asChild>
              <Button variant="ghost" size="icon" aria-label={t('Close')} position="absolute" top="4" insetInlineEnd="3">
                <Icon name="close" />
              </Button>
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  )
}

/** Placeholder while an order loads; hidden for 200 ms. */
const DetailsSkeleton = () => (
  <Box px="5" animation="appear 120ms 200ms both" aria-hidden="true">
    {[60, 40, 80, 80, 70].map((width, line) => (
      <Box key={line} h="5" mb="3" bg="bg.muted" borderRadius="l2" style={{ width: `${width}%` }} />
    ))}
  </Box>
)
