import { Box, chakra } from '@chakra-ui/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, useCallback, useEffect, useMemo, useState } from 'react'
import { actorOf, type BoardCourier, courierMarkTexts } from '@tiffin/core'
import { entities, isApiError, type SessionCompany, type SessionUser } from '@tiffin/sdk/contract'
import { type MapOrder, type MapProvider, mapProviders, openDeliveries, deliveriesOfCourier } from '@tiffin/core/map'
import { useColumns, useCore, useOrderName, useSelected, useTranslate } from '@tiffin/core/react'
import { COURIER_ON_DUTY, boardLevel, can, clockTime, localized, writableFields } from '@tiffin/core/rules'
import { saveRecords } from '@tiffin/core/screens'
import { CourierDialog } from '../board/courier-dialog.tsx'
import { statusColours } from '../order/status-colours.ts'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { MapButtons } from './map-buttons.tsx'
import { mapStyles } from './map-styles.ts'
import { useBoardLayers } from './use-board-layers.ts'
import { useMap } from './use-map.ts'

/** Interval for reloading couriers' positions, which the server does not announce as changes. */
const COURIERS_MS = 15_000
/** Shows about one town. */
const ZOOM = 12

interface Props {
  provider: MapProvider
  user: SessionUser
  company: SessionCompany
}

/** The merchants, open deliveries and couriers of the board, live, on a map and in a list (AMB-056). */
export function BoardMap({ provider, user, company }: Props) {
  const t = useTranslate()
  const { board } = useCore()
  const phase = useSelected(board.store, (state) => state.phase)
  const chosen = useSelected(board.store, (state) => state.chosen)
  const { columns } = useColumns()
  const orders = useMemo(() => openDeliveries(columns), [columns])
  const { element, map, places } = useMap({ provider, centre: mapProviders[provider].centre, zoom: ZOOM })
  const [selected, setSelected] = useState<number | null>(null)
  const [assigning, setAssigning] = useState<MapOrder | null>(null)

  useEffect(() => {
    // Orders in a map window don't count as shown (MOON-02).
    board.showing([])
    // Couriers carry the items of all stations.
    void board.open({ station: '' })
    return board.close
  }, [board])

  const { data: couriers } = useQuery({
    queryKey: ['map couriers', company.company_id],
    queryFn: () => board.couriers(),
    enabled: phase === 'ready',
    refetchInterval: COURIERS_MS,
    meta: { failure: "can't read the couriers" },
  })
  const merchants = useMemo(
    () => places.merchants.filter(({ merchant_id }) => chosen === 'all' || chosen.includes(merchant_id)),
    [places, chosen],
  )
  const order = orders.find(({ card }) => card.order_id === selected)
  const tour = useMemo(() => (order?.card.courier ? deliveriesOfCourier(orders, order.card.courier) : []), [orders, order])
  useBoardLayers(map, { orders, couriers: couriers ?? [], merchants, selected: order, tour, onSelect: setSelected })

  const assignOf = useCallback(
    (other: MapOrder) =>
      company.enable === 1 && boardLevel(actorOf(user), other.card.merchant) === 2 ? () => setAssigning(other) : undefined,
    [company, user],
  )
  return (
    <Box
      display="grid"
      h="full"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '320px minmax(0, 1fr)' }}
      gridTemplateRows={{ base: 'minmax(0, 2fr) minmax(0, 3fr)', md: 'minmax(0, 1fr)' }}
    >
      {/* Contained, so that moving the map does not visit hundreds of orders in every frame. */}
      <Box
        as="section"
        aria-label={t('Orders')}
        order={{ base: 2, md: 0 }}
        contain="strict"
        overflowY="auto"
        p="3"
        bg="bg.panel"
        minW="0"
      >
        <OrderList
          orders={orders}
          isLoading={phase === 'loading'}
          hasFailed={phase === 'failed'}
          selected={selected}
          tour={tour}
          company={company}
          onSelect={setSelected}
          onAssign={assignOf}
        />
        <CourierList couriers={couriers ?? []} user={user} />
      </Box>
      <Box position="relative" minH="0" minW="0">
        <Box
          ref={element}
          position="absolute"
          inset="0"
          role="application"
          aria-label={t('Map. Arrow keys move it, + and - zoom.')}
          data-testid="map"
          css={mapStyles}
        />
        <MapButtons map={map} />
      </Box>
      {assigning && <CourierDialog orders={[assigning.card]} onClose={() => setAssigning(null)} />}
    </Box>
  )
}

interface ListProps {
  orders: readonly MapOrder[]
  isLoading: boolean
  hasFailed: boolean
  selected: number | null
  /** The orders of the selected order's courier. */
  tour: readonly MapOrder[]
  company: SessionCompany
  onSelect: (order: number | null) => void
  /** Returns undefined for users who may not assign couriers. */
  onAssign: (order: MapOrder) => (() => void) | undefined
}

/** Has all functions of the map, for people who can't use the map. May be long, so it is not drawn again with the couriers. */
const OrderList = memo(function OrderList({
  orders,
  isLoading,
  hasFailed,
  selected,
  tour,
  company,
  onSelect,
  onAssign,
}: ListProps) {
  const t = useTranslate()
  const { board, i18n, serverClock } = useCore()
  const nameOf = useOrderName()
  const time = (timestamp: string): string =>
    clockTime(timestamp, {
      lang: i18n.lang(),
      timezone: company.timezone,
      country: company.country.alpha2,
      now: serverClock.now(),
    })
  if (hasFailed) {
    return (
      <Box role="alert">
        <Box color="negative">{t("Can't load the board")}</Box>
        <Button mt="2" onClick={() => void board.open({ station: '' })}>
          {t('Retry')}
        </Button>
      </Box>
    )
  }
  if (orders.length === 0) return <Box color="fg.muted">{isLoading ? t('Loading…') : t('No open deliveries')}</Box>
  return (
    <Box as="ul" listStyleType="none" display="grid" gap="1" data-testid="map-orders">
      {orders.map((order) => {
        const { card, status } = order
        const isSelected = card.order_id === selected
        const assign = onAssign(order)
        const stop = tour.findIndex((item) => item.card.order_id === card.order_id)
        return (
          <Box as="li" key={card.order_id} borderRadius="l2" bg={isSelected ? 'bg.muted' : undefined}>
            <chakra.button
              type="button"
              display="grid"
              w="full"
              minH="9"
              p="2"
              textAlign="start"
              borderRadius="l2"
              cursor="pointer"
              aria-pressed={isSelected}
              onClick={() => onSelect(isSelected ? null : card.order_id)}
            >
              <Box display="flex" gap="2" alignItems="center">
                <Box
                  as="span"
                  w="2.5"
                  h="2.5"
                  flexShrink={0}
                  borderRadius="full"
                  style={{ ...statusColours(status.color), background: 'var(--status)' }}
                />
                <Box flex="1" truncate fontWeight="medium">
                  <bdi>{nameOf(card)}</bdi>
                </Box>
                <span>{time(card.time_finish)}</span>
              </Box>
              <Box fontSize="sm" truncate>
                <bdi>{card.destination_address}</bdi>
              </Box>
              <Box as="span" fontSize="sm" color="fg.muted">
                {[
                  localized(status.value, i18n.lang()),
                  card.courier_obj?.name ?? t('No courier'),
                  ...(stop >= 0 ? [t('Stop %1 of %2', [stop + 1, tour.length])] : []),
                  ...(card.destination_coordinates ? [] : [t('Not on the map')]),
                ].join(' · ')}
              </Box>
            </chakra.button>
            {isSelected && assign && (
              <Button size="sm" m="2" onClick={assign}>
                <Icon name="courier" />
                {t('Assign a courier')}
              </Button>
            )}
          </Box>
        )
      })}
    </Box>
  )
})

/** The couriers with their state; those off duty can be put on duty by users who may edit couriers. */
function CourierList({ couriers, user }: { couriers: readonly BoardCourier[]; user: SessionUser }) {
  const t = useTranslate()
  const { client, notices } = useCore()
  const queries = useQueryClient()
  const [saving, setSaving] = useState<number | null>(null)
  const actor = actorOf(user)
  const mayEdit = can(actor, 'update', entities.courier).allowed && writableFields(actor, entities.courier).has('working')

  async function putOnDuty({ courier_id, name }: BoardCourier): Promise<void> {
    setSaving(courier_id)
    try {
      await saveRecords(client, entities.courier, [{ id: courier_id, row: { working: COURIER_ON_DUTY } }], undefined)
      notices.show('positive', '%1 is on duty', { params: [name] })
      await queries.invalidateQueries({ queryKey: ['map couriers'] })
    } catch (error) {
      if (!isApiError(error)) throw error
      notices.showSentence('negative', error)
    } finally {
      setSaving(null)
    }
  }
  if (couriers.length === 0) return null
  return (
    <Box mt="4">
      <Box as="h2" fontWeight="semibold" mb="1">
        {t('Couriers')}
      </Box>
      <Box as="ul" listStyleType="none" data-testid="map-couriers">
        {couriers.map((courier) => (
          <Box as="li" key={courier.courier_id} display="flex" alignItems="center" gap="2" py="1" fontSize="sm">
            <Box flex="1" minW="0">
              <bdi>{courier.name}</bdi>{' '}
              <Box as="span" color="fg.muted">
                {[
                  courier.mark ? t(courierMarkTexts[courier.mark]) : t('Courier Free'),
                  ...(courier.open > 0 ? [t('orders: %1', [courier.open])] : []),
                  ...(courier.coords ? [] : [t('Not on the map')]),
                ].join(' · ')}
              </Box>
            </Box>
            {mayEdit && courier.mark === 'off_duty' && (
              <Button
                size="sm"
                disabled={saving !== null}
                aria-label={t('Put on duty: %1', [courier.name])}
                onClick={() => void putOnDuty(courier)}
              >
                {t('Put on duty')}
              </Button>
            )}
          </Box>
        ))}
      </Box>
    </Box>
  )
}
