import { Box } from '@chakra-ui/react'
import { type BoardCourier, courierMarkTexts } from '@tiffin/core'
import { useTranslate } from '@tiffin/core/react'

interface Props {
  courier: Pick<BoardCourier, 'mark' | 'open'>
  /** Kilometres to the merchant, if known. */
  km?: number | null | undefined
}

/** The courier's availability, by icon and word, number of orders, and distance (KDS-20). */
export function CourierState({ courier: { mark, open }, km }: Props) {
  const t = useTranslate()
  const tone = mark === 'busy' ? 'warning' : mark === 'off_duty' ? 'fg.muted' : 'positive'
  return (
    <Box as="span" fontSize="sm" color={tone} whiteSpace="nowrap" data-mark={mark ?? 'free'}>
      {mark === 'busy' ? '▲ ' : mark === 'off_duty' ? '○ ' : '● '}
      {mark ? t(courierMarkTexts[mark]) : t('Courier Free')}
      {open > 0 && ` · ${t('orders: %1', [open])}`}
      {typeof km === 'number' && ` · ${t('%1 km', [km.toFixed(1)])}`}
    </Box>
  )
}
