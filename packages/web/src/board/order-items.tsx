import { Box, chakra } from '@chakra-ui/react'
import type { BoardOrder } from '@tiffin/core'
import { useCore, useTranslate } from '@tiffin/core/react'
import { addonTexts, formatPrice, ticketLines } from '@tiffin/core/rules'
import { Icon } from '../ui/icon.tsx'
import { Allergens } from './allergens.tsx'
import { useBoardView } from './board-context.ts'

/** The lines of an order. People who may edit it tick them off when ready (KDS-10). */
export function OrderItems({ order, onBoard }: { order: BoardOrder; onBoard: boolean }) {
  const t = useTranslate()
  const { board } = useCore()
  const { price, mayMove } = useBoardView()
  const mayTick = onBoard && order.status?.done !== 1 && mayMove(order.merchant)
  return (
    <Box as="ul" listStyleType="none" data-testid="items">
      {ticketLines(order).map(({ key, item, done }, index) => (
        <Box as="li" key={key} display="flex" gap="2" py="1.5" borderTopWidth={index === 0 ? '0' : '1px'}>
          {mayTick && (
            <chakra.button
              type="button"
              role="checkbox"
              aria-checked={done}
              aria-label={t('%1 is ready', [item.name])}
              display="grid"
              placeItems="center"
              w="6"
              h="6"
              flexShrink="0"
              borderRadius="l1"
              borderWidth="1px"
              borderColor={done ? 'positive' : 'border.control'}
              color="positive"
              cursor="pointer"
              onClick={() => void board.tick(order.order_id, key, !done)}
            >
              {done && <Icon name="check" size={14} />}
            </chakra.button>
          )}
          <Box fontWeight="semibold" minW="8">
            <bdi dir="ltr">{item.qty}×</bdi>
          </Box>
          <Box flex="1" minW="0" color={done ? 'fg.muted' : undefined} textDecoration={done ? 'line-through' : undefined}>
            <bdi>{item.name}</bdi>
            <Allergens names={item.allergens} />
            {addonTexts(item).map((addon, each) => (
              <Box key={each}>+ {addon}</Box>
            ))}
            {item.note && <span className="item-note">» {item.note}</span>}
          </Box>
          <bdi dir="ltr">{formatPrice(item.total, price)}</bdi>
        </Box>
      ))}
    </Box>
  )
}
