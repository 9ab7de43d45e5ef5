import type { Translate } from '@tiffin/core/i18n'
import { lineText, type NewOrder, type Step } from '@tiffin/core/new-order'
import { formatList, formatPhone, isPickup, localized } from '@tiffin/core/rules'
import { sanitize } from '../theme/text.ts'
import type { Marks } from '../theme/theme.ts'
import type { Choice } from '../pickers/list-picker.tsx'
import type { NewOrderView } from './use-new-order.ts'

/** Text fields of an order line. */
export type LineField = 'note' | 'allergens'
export type TextField = 'time_finish' | 'promocode' | 'bonus' | 'odd' | 'delivery' | 'comment'

/** A line of the form, and the question that changes it. */
export type OrderRow =
  | { ask: Step | 'type' }
  | { ask: 'item'; line: number }
  | { ask: 'text'; field: TextField }
  /** Changes to the next value at once. */
  | { ask: 'next'; part: Partial<NewOrder> }

const next = <T>(values: readonly T[], now: T): T | undefined => values[(values.indexOf(now) + 1) % values.length]

const signed = (sign: string, text: string): string => (text === '' ? '' : `${sign} ${text}`)

/** The open order as lines. */
export function orderRows(view: NewOrderView, marks: Marks, t: Translate): Choice<OrderRow, 'newOrder'>[] {
  const { order, choices, shown, lang, allowsCodes } = view
  const { price, time } = view.format
  const row = (key: string, label: string, remark: string, value: OrderRow): Choice<OrderRow, 'newOrder'> => ({
    key,
    label,
    remark: sanitize(remark),
    value,
    ...(value.ask === 'item' ? {} : { commands: ['choose'], reason: t('Choose an item first') }),
  })
  const text = (field: TextField, label: string, remark: string) => row(field, label, remark, { ask: 'text', field })
  const merchant = choices?.merchants.find(({ merchant_id }) => merchant_id === order.merchant)
  const payTypes = choices?.payTypes ?? []
  const payType = payTypes.find(({ pay_type_id }) => pay_type_id === order.pay_type)
  const keys = payTypes.map(({ pay_type_id }) => pay_type_id)
  const tips = [0, ...(choices?.company.tips ?? []).filter((percent) => percent !== 0)]
  const { customer } = order
  const soon = `${t('As soon as possible')}${shown?.finish && order.asap ? ` (${time(shown.finish)})` : ''}`
  const delivery = shown?.price.steps.find(({ label }) => label === 'Delivery')
  return [
    row('type', t('Order type'), isPickup(order) ? t('Pickup') : t('Delivery'), { ask: 'type' }),
    row('seller', t('Merchant'), localized(merchant?.name, lang), { ask: 'seller' }),
    row('user', t('Customer'), customer ? `${customer.name} ${formatPhone(customer.phone)}` : formatPhone(order.caller), {
      ask: 'user',
    }),
    ...(isPickup(order) ? [] : [row('address', t('Address'), order.address, { ask: 'address' })]),
    ...order.cart.map((line, index) => ({
      ...row(`item ${index}`, `  ${sanitize(lineText(line))}`, line.price.trim() === '' ? t('Price missing') : '', {
        ask: 'item',
        line: index,
      }),
      below: [
        { text: signed(marks.allergens, formatList(line.allergens.map(sanitize), lang)), role: 'allergens' as const },
        { text: signed(marks.note, sanitize(line.note)), role: 'note' as const },
      ].filter(({ text: remark }) => remark !== ''),
    })),
    row('pay_type', t('Payment type'), localized(payType?.name, lang), {
      ask: 'next',
      part: { pay_type: next<number | null>(keys, order.pay_type) ?? null },
    }),
    ...(payType?.odd === 2 ? [text('odd', t('Change needed for'), order.odd)] : []),
    text('time_finish', t('Time'), order.asap ? soon : order.time_finish ? time(order.time_finish) : ''),
    ...(tips.length > 1
      ? [
          row('tips', t('Tips'), order.tips_percent === 0 ? '' : `${order.tips_percent} %`, {
            ask: 'next',
            part: { tips_percent: next(tips, order.tips_percent) ?? 0 },
          }),
        ]
      : []),
    ...(allowsCodes ? [text('promocode', t('Promo code'), order.promocode)] : []),
    ...(Number(customer?.bonus_score ?? 0) > 0
      ? [text('bonus', t('Bonus'), order.bonus || t('Available: %1', [price(customer?.bonus_score ?? '')]))]
      : []),
    ...(isPickup(order)
      ? []
      : [
          text(
            'delivery',
            t('Delivery cost'),
            [price(delivery?.amount ?? '0.00'), delivery?.why ? t.message(delivery.why, delivery.params) : '']
              .filter(Boolean)
              .join('  '),
          ),
        ]),
    text('comment', t('Comment'), order.comment),
  ]
}
