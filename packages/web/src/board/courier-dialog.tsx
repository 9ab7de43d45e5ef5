import { Box, chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { BoardOrder } from '@tiffin/core'
import { isApiError } from '@tiffin/sdk/contract'
import { useCore, useOrderName, useTranslate } from '@tiffin/core/react'
import { formatPhone } from '@tiffin/core/rules'
import { CourierState } from '../order/courier-state.tsx'
import { readOnce } from '../queries.ts'
import { AskDialog } from '../ui/ask-dialog.tsx'
import { Button, Input } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'

interface Props {
  orders: readonly BoardOrder[]
  onClose: () => void
}

/**
 * Assigns orders to a courier, or to none; available couriers come first, busy and off-duty ones are marked (KDS-20).
 */
export function CourierDialog({ orders, onClose }: Props) {
  const t = useTranslate()
  const { board, session } = useCore()
  const nameOf = useOrderName()
  const [search, setSearch] = useState('')

  const { data: couriers, error } = useQuery({
    ...readOnce,
    queryKey: ['couriers', session.company()],
    queryFn: () => board.couriers(),
    meta: { failure: "can't read the couriers" },
  })
  const needle = search.trim().toLocaleLowerCase()
  const shown = (couriers ?? []).filter(({ name, phone }) => `${name} ${phone}`.toLocaleLowerCase().includes(needle))
  const [only] = orders
  const assign = (courier: number | null): void => {
    void board.assignCourier(
      orders.map(({ order_id }) => order_id),
      courier,
    )
    onClose()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const [first] = shown
    if (first) assign(first.courier_id)
  }
  return (
    <AskDialog
      title={orders.length === 1 && only ? t('Courier for %1', [nameOf(only)]) : t('Courier for %1 orders', [orders.length])}
      testId="courier-dialog"
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <Input
        type="search"
        data-autofocus
        value={search}
        placeholder={t('Name or phone')}
        aria-label={t('Search couriers')}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={onKey}
      />
      {isApiError(error) && <Box color="negative">{t.message(error.message, error.params)}</Box>}
      <Box as="ul" listStyleType="none" mt="2" minH="48" maxH="50dvh" overflowY="auto">
        {orders.some(({ courier }) => (courier ?? 0) > 0) && (
          <Row onSelect={() => assign(null)}>
            <Box flex="1">{t('No courier')}</Box>
          </Row>
        )}
        {shown.map((courier) => (
          <Row key={courier.courier_id} onSelect={() => assign(courier.courier_id)}>
            <Box as="bdi" flex="1" truncate>
              {courier.name}
              {courier.phone && (
                <Box as="span" fontSize="sm" color="fg.muted">
                  {' · '}
                  <bdi>{formatPhone(courier.phone)}</bdi>
                </Box>
              )}
            </Box>
            <CourierState courier={courier} />
            {orders.every((order) => order.courier === courier.courier_id) && <Icon name="check" />}
          </Row>
        ))}
        {couriers && shown.length === 0 && (
          <Box as="li" color="fg.muted" p="2">
            {t(couriers.length === 0 ? 'No couriers yet' : 'No results')}
          </Box>
        )}
      </Box>
    </AskDialog>
  )
}

const Row = ({ children, onSelect }: { children: ReactNode; onSelect: () => void }) => (
  <li>
    <chakra.button
      type="button"
      display="flex"
      alignItems="center"
      gap="2"
      w="full"
      minH="9"
      px="2"
      borderRadius="l2"
      textAlign="start"
      cursor="pointer"
      outlineOffset="-2px"
      _hover={{ bg: 'bg.muted' }}
      onClick={onSelect}
    >
      {children}
    </chakra.button>
  </li>
)
