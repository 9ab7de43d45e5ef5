import { Box, chakra } from '@chakra-ui/react'
import type { BoardOrder } from '@tiffin/core'
import { useTranslate } from '@tiffin/core/react'
import { addonLabels, formatPrice, ticketLines } from '@tiffin/core/rules'
import { Icon } from '../ui/icon.tsx'
import { Allergens } from './allergens.tsx'
import type { OrderFormatOptions } from './order-format-options.ts'

interface Props {
  order: BoardOrder
  format: Pick<OrderFormatOptions, 'price' | 'lang'>
  /** For users who may tick lines off. */
  onTick?: ((key: string, done: boolean) => void) | undefined
}

/** The lines of an order, to be ticked off when ready (KDS-10). */
export function OrderItems({ order, format, onTick }: Props) {
  const t = useTranslate()
  return (
    <Box as="ul" listStyleType="none" data-testid="items">
      {ticketLines(order).map(({ key, item, done }, index) => (
        <Box as="li" key={key} display="flex" gap="2" py="1.5" borderTopWidth={index === 0 ? '0' : '1px'}>
          {onTick && (
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
              onClick={() => onTick(key, !done)}
            >
              {done && <Icon name="check" size={14} />}
            </chakra.button>
          )}
          <Box fontWeight="semibold" minW="8">
            <bdi dir="ltr">{item.qty}×</bdi>
          </Box>
          <Box flex="1" minW="0" color={done ? 'fg.muted' : undefined} textDecoration={done ? 'line-through' : undefined}>
            <bdi>{item.name}</bdi>
            <Allergens names={item.allergens} lang={format.lang} />
            {addonLabels(item).map((addon, each) => (
              <Box key={each}>+ {addon}</Box>
            ))}
            {item.station && (
              <Box fontSize="sm" color="fg.muted">
                {t('Station: %1', [item.station])}
              </Box>
            )}
            {item.note && <span className="item-note">» {item.note}</span>}
          </Box>
          <bdi dir="ltr">{formatPrice(item.total, format.price)}</bdi>
        </Box>
      ))}
    </Box>
  )
}
