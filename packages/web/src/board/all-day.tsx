import { Box, chakra } from '@chakra-ui/react'
import { useState } from 'react'
import type { Column } from '@tiffin/core'
import { useTranslate } from '@tiffin/core/react'
import { allDayCounts, localized } from '@tiffin/core/rules'
import { Button, NativeSelect } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { useBoardView } from './board-context.ts'

/** Quantity per item in the open orders of the board, or of one column (KDS-04). */
export function AllDay({ columns, onClose }: { columns: readonly Column[]; onClose: () => void }) {
  const t = useTranslate()
  const { lang } = useBoardView()
  const [status, setStatus] = useState<number | undefined>()
  const open = columns.filter((column) => column.status.done !== 1)
  const counts = allDayCounts(
    open.flatMap(({ cards }) => cards).map((card) => ({ order_status: card.order_status, cart: card.cart ?? [] })),
    open.map((column) => column.status),
    status,
  )
  return (
    <Box
      as="aside"
      aria-label={t('All day')}
      // On a phone, a board next to it would be too narrow to read.
      position={{ base: 'absolute', sm: 'static' }}
      inset="0"
      zIndex="1"
      w={{ base: 'auto', sm: '60' }}
      flexShrink="0"
      display="grid"
      gridTemplateRows="auto auto minmax(0, 1fr)"
      minH="0"
      bg="bg.panel"
      borderInlineStartWidth="1px"
      data-testid="all-day"
    >
      <Box display="flex" alignItems="center" px="3" pt="2">
        <Box as="h2" flex="1" fontWeight="semibold">
          {t('All day')}
        </Box>
        <Button variant="ghost" size="icon" aria-label={t('Close')} onClick={onClose}>
          <Icon name="close" size={14} />
        </Button>
      </Box>
      <Box p="2">
        <NativeSelect
          aria-label={t('Column')}
          value={status ?? ''}
          // Board keys are off while a field has the focus.
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
          onChange={(event) => setStatus(Number(event.target.value) || undefined)}
        >
          <option value="">{t('Whole board')}</option>
          {open.map((column) => (
            <option key={column.status.order_status_id} value={column.status.order_status_id}>
              {localized(column.status.value, lang)}
            </option>
          ))}
        </NativeSelect>
      </Box>
      <chakra.ul listStyleType="none" overflowY="auto" px="3" pb="3" tabIndex={0} aria-label={t('All day')}>
        {counts.map((count) => (
          <chakra.li key={`${count.id} ${count.name}`} display="flex" gap="2" py="0.5">
            <Box as="bdi" dir="ltr" fontWeight="bold" minW="8" textAlign="end">
              {count.qty}×
            </Box>
            <Box minW="0">
              <bdi>{count.name}</bdi>
              {count.variants.map(({ addons, qty }) => (
                <Box key={addons.join()} fontSize="sm">
                  <Box as="bdi" dir="ltr" fontWeight="semibold">
                    {qty}×
                  </Box>
                  {addons.map((addon) => (
                    <span key={addon}>
                      {' + '}
                      <bdi>{addon}</bdi>
                    </span>
                  ))}
                </Box>
              ))}
            </Box>
          </chakra.li>
        ))}
        {counts.length === 0 && <chakra.li color="fg.muted">{t('No orders')}</chakra.li>}
      </chakra.ul>
    </Box>
  )
}
