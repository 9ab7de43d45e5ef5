import { useId, useState } from 'react'
import { Box } from '@chakra-ui/react'
import { useCore, useOrderName, useSelected, useTranslate } from '@tiffin/core/react'
import { Button } from '../ui/controls.ts'
import { Banner } from '../ui/banner.tsx'
import { Icon } from '../ui/icon.tsx'

/**
 * Orders cancelled elsewhere, until they are marked as seen: one with its reason. Several collapse to one expandable
 * line, so that they do not cover the board (KDS-23).
 */
export function CancelledStrip() {
  const t = useTranslate()
  const { attention, commands } = useCore()
  const nameOf = useOrderName()
  const cancelled = useSelected(attention.store, (state) => state.cancelled)
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const [first, ...others] = cancelled
  if (!first) return null
  const seen = (): void => {
    setOpen(false)
    commands.cancelledSeen()
  }
  const isOne = others.length === 0
  return (
    <Banner tone="negative" testId="cancelled">
      <Box display="flex" alignItems="center" flexWrap={{ base: 'nowrap', sm: 'wrap' }} gap="3" minW="0">
        {isOne ? (
          <Box as="span" minW="0">
            {first.reason === ''
              ? t('Order %1 was cancelled', [nameOf(first)])
              : t('Order %1 was cancelled: %2', [nameOf(first), first.reason])}
          </Box>
        ) : (
          <Button
            size="sm"
            variant="ghost"
            ms="-2"
            color="inherit"
            title={isOpen ? t('Hide reasons') : t('Show reasons')}
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setOpen(!isOpen)}
          >
            {t('Orders cancelled: %1', [cancelled.length])}
            <Box as="span" display="flex" rotate={isOpen ? '180deg' : undefined}>
              <Icon name="down" size={14} />
            </Box>
          </Button>
        )}
        <Button size="sm" flexShrink="0" onClick={seen}>
          {isOne ? t('Mark as seen') : t('Mark all as seen')}
        </Button>
      </Box>
      <Box id={listId}>
        {isOpen && !isOne && (
          <Box as="ul" listStyleType="none" maxH="40dvh" overflowY="auto" my="2" tabIndex={0} aria-label={t('Cancelled orders')}>
            {cancelled.map((order) => (
              <Box as="li" key={order.order_id} py="0.5" overflowWrap="anywhere">
                {nameOf(order)}: {order.reason || t('no reason given')}
              </Box>
            ))}
          </Box>
        )}
      </Box>
    </Banner>
  )
}
