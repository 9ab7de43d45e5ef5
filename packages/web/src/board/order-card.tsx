import { type CSSProperties, memo } from 'react'
import type { Card } from '@tiffin/core'
import type { CartItem, OrderStatus } from '@tiffin/sdk/contract'
import { useTranslate } from '@tiffin/core/react'
import { clockTime, formatList, formatPrice, localized, tickProgress } from '@tiffin/core/rules'
import { Icon } from '../ui/icon.tsx'
import { Allergens } from './allergens.tsx'
import { useBoardView } from './board-context.ts'
import { NewsMark } from './news-mark.tsx'
import { OrderAge, OrderCountdown } from './order-clock.tsx'
import { useBoardMinute } from './second.tsx'
import { shortDay } from './short-day.ts'

/** Dishes that a detailed card names, besides those with a note. */
const LINES = 4

/** An order on the board. Plain elements, styled by board-styles.ts: hundreds of them are on the screen. */
export const OrderCard = memo(function OrderCard({ card, status }: { card: Card; status: OrderStatus }) {
  const { compact } = useBoardView()
  return compact ? <CompactCard card={card} status={status} /> : <DetailedCard card={card} status={status} />
})

const CompactCard = ({ card, status }: CardProps) => (
  <>
    <CardTop card={card} status={status} />
    <div className="who compact">
      <Customer card={card} />
      <NoteMark card={card} />
      <TickProgress card={card} />
      <AnotherDay card={card} />
      <OrderAge order={card} status={status} short />
      <Total card={card} />
    </div>
  </>
)

function DetailedCard({ card, status }: CardProps) {
  const t = useTranslate()
  const { lang, manyMerchants } = useBoardView()
  const cart = card.cart ?? []
  const isShown = (item: CartItem, index: number) => index < LINES || Boolean(item.note)
  const left = cart.filter((item, index) => !isShown(item, index))
  return (
    <>
      <CardTop card={card} status={status} />
      <div className="who">
        <Customer card={card} />
        <DueTime card={card} />
      </div>
      {manyMerchants && card.merchant_obj && <Line text={localized(card.merchant_obj.name, lang)} />}
      {card.destination_address && <Line text={card.destination_address} />}
      {card.comment && (
        <p className="note" role="note" aria-label={t('Note')}>
          <bdi>{card.comment}</bdi>
        </p>
      )}
      <ul className="items">
        {cart.filter(isShown).map((item, index) => (
          <CardItem key={index} item={item} />
        ))}
        {left.length > 0 && (
          <li>
            <span className="more">{t('%1 more', [left.length])}</span>
            <Allergens names={[...new Set(left.flatMap((item) => item.allergens ?? []))]} />
          </li>
        )}
      </ul>
      {card.courier_obj && (
        <div className="line courier">
          <Icon name="courier" size={14} label={t('Courier')} />
          <bdi>{card.courier_obj.name}</bdi>
        </div>
      )}
      <div className="bottom">
        <AnotherDay card={card} />
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
    <NewsMark orderId={card.order_id} />
    <span className="space" />
    <OrderCountdown order={card} done={status.done} />
  </div>
)

/** One line that ends in dots at its own end, whatever the direction of the page. */
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

/** The way of paying: by its name where that has room, else by its mark alone. */
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

/** How many lines are ticked off (KDS-10). */
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

/** A compact card has no room for notes, but says that there are some; for allergens, which most dishes have, a sign would stand on all. */
function NoteMark({ card }: { card: Card }) {
  const t = useTranslate()
  if (!card.comment && !card.cart?.some((item) => item.note)) return null
  const text = t('With a note')
  return (
    <span className="note-mark" role="img" aria-label={text} title={text}>
      !
    </span>
  )
}

/** An order that stands here because it is unfinished says from which day it is (BOARD-13). */
function AnotherDay({ card }: { card: Card }) {
  const t = useTranslate()
  const { lang, timezone } = useBoardView()
  if (!card.outside) return null
  return (
    <span className="mark" role="note" aria-label={t('From another day')} title={t('From another day')}>
      {shortDay(card.time_create, { lang, timezone })}
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

/** The ticket number, which is the order's number where it has none. */
export const ticketOf = (order: Pick<Card, 'ticket' | 'order_id'>): number => order.ticket || order.order_id

const CardNumber = ({ card }: { card: Card }) => (
  <bdi className="number" dir="ltr">
    <span className="hash">#</span>
    {ticketOf(card)}
  </bdi>
)

function DueTime({ card }: { card: Card }) {
  const { lang, timezone } = useBoardView()
  const now = useBoardMinute()
  return <time className="due">{clockTime(card.time_finish, { lang, timezone, now })}</time>
}

const CardItem = ({ item }: { item: CartItem }) => (
  <li>
    <bdi className="qty" dir="ltr">
      {item.qty}×
    </bdi>{' '}
    <bdi>{item.name}</bdi>
    <Addons item={item} />
    <Allergens names={item.allergens} />
    {item.note && (
      <span className="item-note">
        <bdi>{item.note}</bdi>
      </span>
    )}
  </li>
)

function Addons({ item }: { item: CartItem }) {
  const { lang } = useBoardView()
  if (!item.addons?.length) return null
  const names = item.addons.map((addon) => addon.name)
  return <span className="addons"> {formatList(names, lang)}</span>
}

/** The status colours that a card or a column takes from the company's own settings (BOARD-34). */
export const statusColours = (color: { background: string; text: string } | undefined): CSSProperties =>
  color ? ({ '--status': color.background, '--on-status': color.text } as CSSProperties) : {}
