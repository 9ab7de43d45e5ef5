import { Box, chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '@tiffin/core'
import { type Booking, entities, type Payment } from '@tiffin/sdk/contract'
import { useCore, useTranslate } from '@tiffin/core/react'
import { fieldName, type Row, rowTitle } from '@tiffin/core/screens'
import { readOnce } from '../queries.ts'
import { useRecords } from '../records/records-context.ts'
import { ShownValue } from '../records/shown-value.tsx'
import type { EditorState } from '../records/editor/use-editor.ts'
import { BillSteps } from './bill-steps.tsx'
import { Dollars } from './dollars.tsx'
import { PaymentInvoices } from './payment-invoices.tsx'
import { RefundPayment } from './refund-payment.tsx'

const facts = [
  'date',
  'type',
  'tariff',
  'tariff_period',
  'state',
  'bill',
  'amount',
  'date_paid',
  'date_applied',
  'description',
] as const

/** A payment: its details, the calculation of its bill, and its bookings. */
export function PaymentDetail({ editor }: { editor: EditorState }) {
  const t = useTranslate()
  const payment = editor.row as unknown as Payment
  const shown = facts.filter((name) => payment[name] !== null && payment[name] !== '' && payment[name] !== undefined)
  return (
    <Box display="grid" gap="5" py="2" data-testid="payment-detail">
      <chakra.dl display="grid" gridTemplateColumns="auto 1fr" columnGap="6" rowGap="1.5">
        {shown.map((name) => (
          <chakra.div key={name} display="contents">
            <chakra.dt color="fg.muted">{fieldName(entities.payment, name, t)}</chakra.dt>
            <chakra.dd overflowWrap="anywhere">
              <PaymentValue row={editor.row} name={name} />
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
      {(payment.steps ?? []).length > 0 && (
        <Box as="section" aria-label={t('How the bill was calculated')}>
          <Box as="h3" fontWeight="semibold" mb="1">
            {t('How the bill was calculated')}
          </Box>
          <BillSteps steps={payment.steps ?? []} />
        </Box>
      )}
      <Bookings payment={payment.payment_id} />
      <PaymentInvoices payment={payment} />
      <RefundPayment payment={payment} />
    </Box>
  )
}

function PaymentValue({ row, name }: { row: Row; name: (typeof facts)[number] }) {
  const { company, lang } = useRecords()
  if (name === 'bill' || name === 'amount') return <Dollars amount={String(row[name])} />
  const joined = row[entities.payment.joins[name as 'type']?.as ?? ''] as Row | null | undefined
  if (joined) return <bdi>{rowTitle(joined, lang)}</bdi>
  return <ShownValue entity={entities.payment} name={name} part={undefined} value={row[name]} company={company} />
}

function Bookings({ payment }: { payment: number }) {
  const t = useTranslate()
  const { client } = useCore()
  const { lang, timezone, country, company } = useRecords()
  const { data: bookings } = useQuery({
    ...readOnce,
    queryKey: ['bookings', payment],
    enabled: typeof payment === 'number',
    async queryFn({ signal }) {
      const search = [{ key: 'payment', prm: payment }]
      const tables = [{ table: 'booking', search, order: [{ field: 'booking_id' }], limit: [0, 200] as [number, number] }]
      const { data } = await client.Reference.getData({ tables }, { signal, ...(company === undefined ? {} : { company }) })
      return (data['booking']?.data ?? []) as unknown as readonly Booking[]
    },
    meta: { failure: "can't read the bookings of a payment" },
  })
  if (!bookings) return null
  return (
    <Box as="section" aria-label={t('Bookings')}>
      <Box as="h3" fontWeight="semibold" mb="1">
        {t('Bookings')}
      </Box>
      {bookings.length === 0 ? (
        <Box color="fg.muted">{t('Nothing was booked yet.')}</Box>
      ) : (
        <Box as="ul" listStyleType="none" fontSize="sm" data-testid="bookings">
          {bookings.map(({ booking_id, date, kind, amount, reason }) => (
            <Box as="li" key={booking_id} display="flex" gap="3" py="1" borderTopWidth="1px">
              <Box color="fg.muted">{formatMoment(date, { lang, timezone, country })}</Box>
              <Box flex="1" overflowWrap="anywhere">
                <ShownValue entity={entities.booking} name="kind" part={undefined} value={kind} company={company} />
                {reason ? ` · ${reason}` : ''}
              </Box>
              <Dollars amount={amount} />
            </Box>
          ))}
        </Box>
      )}
    </Box>
  )
}
