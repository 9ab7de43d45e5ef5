import { memo } from 'react'
import { type Card, customerMarks, orderNumber, sharedNumberKey } from '@tiffin/core'
import type { CartItem, OrderStatus } from '@tiffin/sdk/contract'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import {
  addonLabels,
  clockTime,
  formatList,
  formatPrice,
  isOtherDay,
  isPickup,
  localized,
  tickProgress,
} from '@tiffin/core/rules'
import { Icon } from '../ui/icon.tsx'
import { Allergens } from '../order/allergens.tsx'
import { OrderComment } from '../order/order-comment.tsx'
import { useBoardView } from './board-context.ts'
import { AttentionMark } from './attention-mark.tsx'
import { ChatMark } from './chat-mark.tsx'
import { HeldMark } from './held-mark.tsx'
import { OrderAge, OrderCountdown } from './order-clock.tsx'
import { useBoardMinute } from './board-clock.tsx'
import { shortDay } from './short-day.ts'

/** Number of dishes that a detailed card lists; further ones are listed only if they have a note. */
const MAX_DISHES = 4

/**
 * An order on the board. Plain elements with styles from board-styles.ts, because hundreds of them are on the screen.
 */
export const OrderCard = memo(function OrderCard({ card, status }: { card: Card; status: OrderStatus }) {
  const { compact } = useBoardView()
  return compact ? <CompactCard card={card} status={status} /> : <DetailedCard card={card} status={status} />
})

const CompactCard = ({ card, status }: CardProps) => (
  <>
    <CardTop card={card} status={status} />
    <HeldMark order={card} status={status} />
    <Merchant card={card} />
    <div className="who compact">
      <Customer card={card} />
      <OrderAge order={card} status={status} short />
      <DueTime card={card} />
      <Total card={card} />
    </div>
    <div className="marks">
      <AnotherDay card={card} />
      <CustomerSigns card={card} />
      <Placed card={card} />
      <TickProgress card={card} />
    </div>
    <SpecialItems items={card.cart ?? []} elsewhere={card.elsewhere} />
    <OrderComment order={card} />
  </>
)

function DetailedCard({ card, status }: CardProps) {
  const t = useTranslate()
  const cart = card.cart ?? []
  const isShown = (item: CartItem, index: number) => index < MAX_DISHES || Boolean(item.note)
  const left = cart.filter((item, index) => !isShown(item, index))
  return (
    <>
      <CardTop card={card} status={status} />
      <HeldMark order={card} status={status} />
      <div className="who">
        <Customer card={card} />
        <CustomerSigns card={card} />
        <DueTime card={card} />
      </div>
      <Merchant card={card} />
      <OrderComment order={card} />
      <ul className="items">
        {cart.filter(isShown).map((item, index) => (
          <CardItem key={index} item={item} />
        ))}
        <OtherItems items={left} />
        <Elsewhere count={card.elsewhere} />
      </ul>
      {card.destination_address && <Line text={card.destination_address} />}
      {card.courier_obj && (
        <div className="line courier">
          <Icon name="courier" size={14} label={t('Courier')} />
          <bdi>{card.courier_obj.name}</bdi>
        </div>
      )}
      <div className="bottom">
        <AnotherDay card={card} />
        <Placed card={card} />
        <OrderAge order={card} status={status} />
        <TickProgress card={card} />
        <Payment card={card} />
        <Total card={card} />
      </div>
    </>
  )
}

interface CardProps {
  card: Card
  status: OrderStatus
}

const CardTop = ({ card, status }: CardProps) => (
  <div className="top">
    <CardNumber card={card} />
    <PickupMark card={card} />
    <AttentionMark orderId={card.order_id} />
    <ChatMark user={card.user} />
    <span className="space" />
    <OrderCountdown order={card} done={status.done} />
  </div>
)

/** A line with an ellipsis at its own end, in pages of either direction. */
const Line = ({ text }: { text: string }) => (
  <div className="line">
    <bdi>{text}</bdi>
  </div>
)

function Total({ card }: { card: Card }) {
  const { price } = useBoardView()
  return (
    <bdi className="total" dir="ltr">
      {formatPrice(card.total, price)}
    </bdi>
  )
}

/** The payment method: its name if there is room, else only its icon. */
function Payment({ card }: { card: Card }) {
  const t = useTranslate()
  const { lang } = useBoardView()
  const name = localized(card.pay_type_obj?.name, lang)
  if (name === '') return <span className="space" />
  const text = card.paid === 1 ? formatList([name, t('paid')], lang) : name
  return (
    <span className="pay" title={text}>
      {card.paid === 1 ? (
        <Icon name="check" size={14} label={t('paid')} />
      ) : (
        <Icon name={card.pay_type_obj?.odd === 2 ? 'cash' : 'card'} size={14} />
      )}
      <bdi>{name}</bdi>
    </span>
  )
}

/** Number of ticked lines (KDS-10). */
function TickProgress({ card }: { card: Card }) {
  const t = useTranslate()
  if (!card.ticks?.length) return null
  const { done, total } = tickProgress(card)
  return (
    <span className="ticks" data-done={done === total || undefined} title={t('%1 of %2 ready', [done, total])}>
      <Icon name="check" size={14} />
      <bdi dir="ltr">
        {done}/{total}
      </bdi>
    </span>
  )
}

/** The merchant, if the board shows several. */
function Merchant({ card }: { card: Card }) {
  const { lang, manyMerchants } = useBoardView()
  if (!manyMerchants || !card.merchant_obj) return null
  return (
    <div className="merchant">
      <bdi>{localized(card.merchant_obj.name, lang)}</bdi>
    </div>
  )
}

/** Marks pickup orders: no courier comes for them. */
function PickupMark({ card }: { card: Card }) {
  const t = useTranslate()
  if (!isPickup(card)) return null
  return (
    <span className="pickup">
      <Icon name="store" size={14} /> {t('Pickup')}
    </span>
  )
}

const allergensOf = (items: readonly CartItem[]): string[] => [...new Set(items.flatMap((item) => item.allergens ?? []))]

/** Dishes that differ from the menu, and the number of others; if there are none, only allergens. */
function SpecialItems({ items, elsewhere }: { items: readonly CartItem[]; elsewhere: number | undefined }) {
  const isSpecial = (item: CartItem): boolean => Boolean(item.note) || addonLabels(item).length > 0
  const special = items.filter(isSpecial)
  return (
    <ul className="items">
      {special.map((item, index) => (
        <CardItem key={index} item={item} />
      ))}
      <OtherItems items={items.filter((item) => !isSpecial(item))} counted={special.length > 0} />
      <Elsewhere count={elsewhere} />
    </ul>
  )
}

/** The number of dishes not listed, with their combined allergens. */
function OtherItems({ items, counted = true }: { items: readonly CartItem[]; counted?: boolean }) {
  const t = useTranslate()
  const { lang } = useBoardView()
  const names = allergensOf(items)
  if (items.length === 0 || (!counted && names.length === 0)) return null
  return (
    <li>
      {counted && <span className="more">{t('%1 more', [items.length])}</span>}
      <Allergens names={names} lang={lang} />
    </li>
  )
}

/** The number of items made at other stations (KDS-09). */
function Elsewhere({ count = 0 }: { count: number | undefined }) {
  const t = useTranslate()
  if (count === 0) return null
  return <li className="more">{t('+%1 elsewhere', [count])}</li>
}

/** The creation date of an unfinished order from outside the period (BOARD-13). */
function AnotherDay({ card }: { card: Card }) {
  const t = useTranslate()
  const { lang, timezone } = useBoardView()
  if (!card.outside) return null
  return (
    <span className="mark" title={t('From another day')}>
      {t('Ordered %1', [shortDay(card.time_create, { lang, timezone })])}
    </span>
  )
}

function Customer({ card }: { card: Card }) {
  const t = useTranslate()
  return (
    <span className="customer">
      <bdi>{card.user_obj?.name || t('No name')}</bdi>
    </span>
  )
}

/** Signs for a blocked customer and one with a note (KDS-15). */
function CustomerSigns({ card }: { card: Card }) {
  const t = useTranslate()
  const { isBlocked, isNoted } = customerMarks(card, t)
  if (!isBlocked && !isNoted) return null
  return (
    <span className="customer-signs">
      {isBlocked && (
        <span className="blocked">
          <Icon name="failure" size={14} label={t('Blocked customer')} />
        </span>
      )}
      {isNoted && <Icon name="info" size={14} label={t('Customer note')} />}
    </span>
  )
}

/** How many orders the customer has placed (KDS-15). */
function Placed({ card }: { card: Card }) {
  const t = useTranslate()
  const { placed } = customerMarks(card, t)
  return placed === '' ? null : <span className="mark">{placed}</span>
}

/** The ticket number, with the key if another of the merchant's orders has the same number. */
function CardNumber({ card }: { card: Card }) {
  const { board } = useCore()
  const key = useSelected(board.store, (state) => sharedNumberKey(state, card))
  return (
    <bdi className="number" dir="ltr">
      <span className="hash">#</span>
      {orderNumber(card).slice(1)}
      {key !== undefined && <span className="key">({key})</span>}
    </bdi>
  )
}

/** The due time; with the date, and emphasized, if that is not today. */
function DueTime({ card }: { card: Card }) {
  const t = useTranslate()
  const { lang, timezone, country } = useBoardView()
  const clock = { lang, timezone, country, now: useBoardMinute() }
  return (
    <time className={isOtherDay(card.time_finish, clock) ? 'due later' : 'due'} title={t('Due')}>
      {clockTime(card.time_finish, clock)}
    </time>
  )
}

function CardItem({ item }: { item: CartItem }) {
  const { lang } = useBoardView()
  return (
    <li>
      <bdi className="qty" dir="ltr">
        {item.qty}×
      </bdi>{' '}
      <bdi>{item.name}</bdi>
      <Addons item={item} />
      <Allergens names={item.allergens} lang={lang} />
      {item.note && (
        <span className="item-note">
          » <bdi>{item.note}</bdi>
        </span>
      )}
    </li>
  )
}

function Addons({ item }: { item: CartItem }) {
  const names = addonLabels(item)
  return names.map((name, index) => (
    <span key={index} className="addon">
      {' + '}
      <bdi>{name}</bdi>
    </span>
  ))
}
