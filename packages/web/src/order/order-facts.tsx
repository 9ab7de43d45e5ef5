import { Box } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { type BoardOrder, customerMarks } from '@tiffin/core'
import { useTranslate } from '@tiffin/core/react'
import { clockTime, formatList, formatPrice, isPickup, localized, orderSums, warningLabels } from '@tiffin/core/rules'
import { Unverified } from '../map/unverified.tsx'
import { Phone } from '../ui/phone.tsx'
import { OrderItems } from './order-items.tsx'
import type { OrderFormatOptions } from './order-format-options.ts'
import { statusColours } from './status-colours.ts'
import { WhyButton } from './why-button.tsx'

interface Props {
  order: BoardOrder
  format: OrderFormatOptions
  /** The current time in ms. */
  now: number
  onTick?: ((key: string, done: boolean) => void) | undefined
}

/** All details of an order: facts, items and the breakdown of its total. */
export function OrderFacts({ order, format, now, onTick }: Props) {
  const t = useTranslate()
  const { lang } = format
  const time = (timestamp: string | null) => clockTime(timestamp, { ...format, now })
  const marks = customerMarks(order, t)
  const info = order.destination_info_json
  const address = [
    order.destination_address,
    info?.entrance && t('entrance %1', [info.entrance]),
    info?.intercom && t('intercom %1', [info.intercom]),
    info?.floor && t('floor %1', [info.floor]),
    info?.flat && t('flat %1', [info.flat]),
  ]
  return (
    <>
      <Facts
        rows={[
          [t('Status'), <StatusChip key="status" order={order} lang={lang} />],
          [t('Customer'), formatList([order.user_obj?.name, marks.placed], lang)],
          [t('Blocked customer'), marks.isBlocked && t('Yes')],
          [t('Customer note'), order.user_obj?.comment || (marks.isNoted && t('Yes'))],
          [t('Phone'), order.user_obj?.phone && <Phone phone={order.user_obj.phone} />],
          [t('Merchant'), localized(order.merchant_obj?.name, lang)],
          [t('Type'), isPickup(order) ? t('Pickup') : localized(order.type_obj?.value, lang)],
          [
            t('Address'),
            order.destination_address && (
              <Box key="address">
                {formatList(address, lang)}
                {order.destination_unverified === 1 && <Unverified />}
              </Box>
            ),
          ],
          [t('Address details'), order.destination_info],
          [t('Note for courier'), info?.comment],
          [t('Courier'), order.courier_obj?.name],
          [t('Ordered'), time(order.time_create)],
          [t('Due'), time(order.time_finish)],
          [t('Delivered'), time(order.time_delivery)],
          [
            t('Payment'),
            formatList([localized(order.pay_type_obj?.name, lang), order.paid === 1 ? t('paid') : t('not paid')], lang),
          ],
          [t('Change needed for'), Number(order.odd) > 0 && formatPrice(order.odd, format.price)],
          [t('Cutlery'), order.cutlery || undefined],
          [t('Cancellation reason'), order.cancel_reason],
          [t('Handed over without a code'), order.handoff_reason],
          [
            t('Saved despite warnings'),
            formatList(
              warningLabels(order).map((item) => t(item)),
              lang,
            ),
          ],
        ]}
      />
      <Heading>{t('Items')}</Heading>
      <OrderItems order={order} format={format} onTick={onTick} />
      <Sums order={order} price={format.price} />
      <WhyButton order={order} />
    </>
  )
}

/** The breakdown of the total (PRICE-01). */
function Sums({ order, price }: { order: BoardOrder; price: OrderFormatOptions['price'] }) {
  const t = useTranslate()
  return (
    <Box as="dl" borderTopWidth="1px" pt="2" mb="2" data-testid="order-sums">
      {orderSums(order).map(({ label, amount, code }) => (
        <Sum key={label} label={code ? `${t(label)} ${code}` : t(label)} amount={formatPrice(amount, price)} />
      ))}
      <Sum isTotal label={t('Total')} amount={formatPrice(order.total, price)} />
    </Box>
  )
}

const Sum = ({ label, amount, isTotal = false }: { label: string; amount: string; isTotal?: boolean }) => (
  <Box display="flex" justifyContent="space-between" gap="3" {...(isTotal ? { fontWeight: 'semibold', fontSize: 'lg' } : {})}>
    <Box as="dt" overflowWrap="anywhere">
      {label}
    </Box>
    <Box as="dd" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
      <bdi dir="ltr">{amount}</bdi>
    </Box>
  </Box>
)

function StatusChip({ order, lang }: { order: BoardOrder; lang: string }) {
  return (
    <Box
      display="inline-block"
      flexShrink="0"
      px="2.5"
      py="0.5"
      borderRadius="full"
      fontWeight="medium"
      fontSize="sm"
      css={{ bg: 'var(--status)', color: 'var(--on-status)' }}
      style={statusColours(order.status?.color)}
    >
      {localized(order.status?.value, lang)}
    </Box>
  )
}

export const Heading = ({ children }: { children: string }) => (
  <Box as="h3" fontSize="sm" fontWeight="semibold" color="fg.muted" mt="5" mb="1">
    {children}
  </Box>
)

/** Names and values; empty ones are left out. */
const Facts = ({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) => (
  <Box as="dl" display="grid" gridTemplateColumns="120px 1fr" gapX="3" gapY="1" mt="3">
    {rows
      .filter(([, value]) => Boolean(value))
      .map(([name, value]) => (
        <Box key={name} display="contents">
          <Box as="dt" color="fg.muted">
            {name}
          </Box>
          <Box as="dd" overflowWrap="anywhere">
            {value}
          </Box>
        </Box>
      ))}
  </Box>
)
