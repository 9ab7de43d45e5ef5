import { Box, chakra } from '@chakra-ui/react'
import type { RefObject } from 'react'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { isAmount, isPickup, localized } from '@tiffin/core/rules'
import { fromLocalTime, toLocalTime } from '@tiffin/core/screens'
import { Input, NativeSelect } from '../ui/controls.ts'
import { Labelled, Section } from '../order/labelled.tsx'
import { useNewOrder, usePreview } from './new-order-context.ts'

/** Payment type, code, bonus, tips, cash change, and a typed delivery cost. */
export function PaymentSection({ fee }: { fee: RefObject<HTMLInputElement | null> }) {
  const t = useTranslate()
  const { session } = useCore()
  const allowsCodes = useSelected(session.store, (state) => state.user?.company?.allow_promocode === 1)
  const { orders, order, choices, lang, price } = useNewOrder()
  const payTypes = choices?.payTypes ?? []
  const tips = choices?.company.tips ?? []
  const asksNote = payTypes.find(({ pay_type_id }) => pay_type_id === order.pay_type)?.odd === 2
  const points = order.customer?.bonus_score ?? '0.00'
  return (
    <Section title={t('Payment')} testId="payment">
      <Box display="grid" gridTemplateColumns={{ base: '1fr 1fr', sm: 'repeat(3, minmax(0, 1fr))' }} gap="2">
        <Labelled label={t('Payment type')}>
          <NativeSelect
            value={order.pay_type ?? ''}
            onChange={(event) => orders.change({ pay_type: Number(event.target.value) || null })}
          >
            {payTypes.length === 0 && <option value="" />}
            {payTypes.map(({ pay_type_id, name }) => (
              <option key={pay_type_id} value={pay_type_id}>
                {localized(name, lang)}
              </option>
            ))}
          </NativeSelect>
        </Labelled>
        {asksNote && <Amount label={t('Change needed for')} value={order.odd} onChange={(odd) => orders.change({ odd })} />}
        {tips.length > 0 && (
          <Labelled label={t('Tips')}>
            <NativeSelect
              value={order.tips_percent}
              onChange={(event) => orders.change({ tips_percent: Number(event.target.value) })}
            >
              {[0, ...tips.filter((percent) => percent !== 0)].map((percent) => (
                <option key={percent} value={percent}>
                  {percent === 0 ? '—' : `${percent} %`}
                </option>
              ))}
            </NativeSelect>
          </Labelled>
        )}
        {allowsCodes && (
          <Labelled label={t('Promo code')}>
            <Input
              maxLength={100}
              value={order.promocode}
              onChange={(event) => orders.change({ promocode: event.target.value })}
            />
          </Labelled>
        )}
        {Number(points) > 0 && (
          <Amount
            label={t('Bonus')}
            hint={t('Available: %1', [price(points)])}
            value={order.bonus}
            onChange={(bonus) => orders.change({ bonus })}
          />
        )}
        {!isPickup(order) && (
          <Amount
            label={t('Delivery cost')}
            field={fee}
            value={order.delivery}
            placeholder={t('Calculated')}
            onChange={(delivery) => orders.change({ delivery })}
          />
        )}
      </Box>
    </Section>
  )
}

interface AmountProps {
  label: string
  hint?: string
  placeholder?: string
  field?: RefObject<HTMLInputElement | null>
  value: string
  onChange: (value: string) => void
}

/** An amount of money, marked while typing if it is invalid. */
function Amount({ label, hint, placeholder, field, value, onChange }: AmountProps) {
  const t = useTranslate()
  const isWrong = !isAmount(value)
  const below = isWrong ? t('Enter an amount, such as 12.50') : hint
  return (
    <Labelled label={label} isWrong={isWrong} {...(below === undefined ? {} : { hint: below })}>
      <Input
        ref={field}
        inputMode="decimal"
        aria-invalid={isWrong || undefined}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
      />
    </Labelled>
  )
}

/** As soon as possible or at a time, and the comment. */
export function TimeSection() {
  const t = useTranslate()
  const { orders, order, time, timezone } = useNewOrder()
  const promised = usePreview()
  const asap = t('As soon as possible')
  const soon = order.asap && promised?.finish ? `${asap} (${time(promised.finish)})` : asap
  return (
    <Section title={t('Time')} testId="time">
      <Box display="flex" flexWrap="wrap" gap="3" alignItems="center" mb="2">
        <Choice checked={order.asap} label={soon} onCheck={() => orders.change({ asap: true })} />
        <Choice checked={!order.asap} label={t('At a set time')} onCheck={() => orders.change({ asap: false })} />
        {!order.asap && (
          <Input
            w="auto"
            type="datetime-local"
            aria-label={t('Time')}
            title={timezone}
            defaultValue={order.time_finish ? toLocalTime(order.time_finish, timezone) : ''}
            onChange={(event) =>
              orders.change({ time_finish: event.target.value === '' ? null : fromLocalTime(event.target.value, timezone) })
            }
          />
        )}
      </Box>
      <Labelled label={t('Comment')}>
        <Input maxLength={2000} value={order.comment} onChange={(event) => orders.change({ comment: event.target.value })} />
      </Labelled>
    </Section>
  )
}

const Choice = ({ checked, label, onCheck }: { checked: boolean; label: string; onCheck: () => void }) => (
  <chakra.label display="inline-flex" alignItems="center" gap="1.5" cursor="pointer" minH="6">
    <input type="radio" name="new-order-time" checked={checked} onChange={onCheck} />
    {label}
  </chakra.label>
)
