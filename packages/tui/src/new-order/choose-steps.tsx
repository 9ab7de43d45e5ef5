import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  addLine,
  customerHistory,
  editLine,
  isComparable,
  lineText,
  matchingLines,
  suggestAddresses,
  offerText,
  rankSellers,
  readLine,
  splitNameAndPhone,
  fillFromSuggestions,
} from '@tiffin/core/new-order'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { formatPhone, lineProblem, localized } from '@tiffin/core/rules'
import { sanitize } from '../theme/text.ts'
import { SearchPicker } from '../pickers/search-picker.tsx'
import { TextForm } from '../pickers/text-form.tsx'
import type { NewOrderView } from './use-new-order.ts'

export interface StepProps {
  view: NewOrderView
  height: number
  onDone: () => void
  onBack: () => void
  onQuit: () => void
}

const matches = (text: string, needle: string): boolean => text.toLocaleLowerCase().includes(needle.trim().toLocaleLowerCase())

/** The merchants that the user may take orders for (AMB-080), each with whether it can take this order. */
export function SellerStep({ view, onDone, ...page }: StepProps) {
  const t = useTranslate()
  const { serverClock } = useCore()
  const { orders, order, choices, lang, format, promocode } = view
  // Merchants must not move while a user chooses.
  const [now] = useState(() => serverClock.now())
  const ranked =
    choices && !choices.isPartial && isComparable(order) ? rankSellers(order, choices, { now, format, promocode }) : undefined
  const failure = useSelected(orders.store, (state) => state.failure)
  const [text, setText] = useState('')
  const [isPicking, setPicking] = useState(false)
  const listed = ranked
    ? ranked.map((offer) => ({ merchant: offer.merchant, remark: offerText(offer, format, t) }))
    : (choices?.merchants ?? []).map((merchant) => ({ merchant, remark: merchant.address.address }))
  const found = listed
    .map(({ merchant: { merchant_id, name }, remark }) => ({
      key: merchant_id,
      label: sanitize(localized(name, lang)),
      remark: sanitize(remark),
      value: merchant_id,
    }))
    .filter(({ label }) => matches(label, text))
  const choose = (merchant: number | undefined): void => {
    if (merchant === undefined) return
    orders.chooseMerchant(merchant)
    onDone()
  }
  // If Enter was pressed while the merchants were loading, picks the first match once they are loaded.
  const chooseFirst = useEffectEvent(() => choose(found[0]?.value))
  useEffect(() => {
    if (choices && isPicking) chooseFirst()
  }, [choices, isPicking])
  return (
    <SearchPicker
      {...page}
      title={t('New order')}
      about={ranked ? t('Which merchant can take this?') : t('Merchant')}
      hint={t('Name')}
      text={text}
      onText={(typed) => {
        setPicking(false)
        setText(typed)
      }}
      choices={found}
      empty={choices ? t('No results') : failure ? t.sentence(failure) : t('Loading…')}
      onChoose={(merchant) => (choices ? choose(merchant) : setPicking(text.trim() !== ''))}
    />
  )
}

/** Finds a customer by name or phone; Enter without a match creates one (WIZ-03, WIZ-04, WIZ-05). */
export function CustomerStep({ view, onDone, ...page }: StepProps) {
  const t = useTranslate()
  const { orders, order } = view
  const { text: sought, found, busy, failure } = useSelected(orders.store, (state) => state.search)
  const isUnknownCaller = order.caller !== '' && order.customer === null
  const [isNew, setNew] = useState(isUnknownCaller)
  const text = sought || (isNew && isUnknownCaller ? formatPhone(order.caller) : '')
  const given = splitNameAndPhone(text)
  /** Number of the open form for a new customer; a late response to an earlier form must not change the step. */
  const form = useRef(0)
  useEffect(() => () => void (form.current += 1), [])
  function add(customer: { name: string; phone: string }): void {
    const mine = form.current
    void orders.addCustomer(customer).then((isChosen) => isChosen && mine === form.current && onDone())
  }
  if (isNew)
    return (
      <TextForm
        {...page}
        title={t('New customer')}
        about={text}
        hint={given.phone === '' ? t('Phone') : t('Name of a person')}
        onBack={() => {
          form.current += 1
          setNew(false)
        }}
        onChoose={(typed) => add(given.phone === '' ? { name: given.name, phone: typed } : { name: typed, phone: given.phone })}
      />
    )
  const nothing = text.trim() === '' ? '' : busy ? t('Loading…') : t('No results. Enter adds a new customer.')
  return (
    <SearchPicker
      {...page}
      title={t('New order')}
      about={t('Customer')}
      hint={t('Name or phone')}
      text={text}
      onText={orders.searchCustomers}
      choices={found.map((customer) => ({
        key: customer.user_id,
        label: sanitize(customer.name || formatPhone(customer.phone)),
        remark: [customer.status === 0 ? t('Blocked') : '', formatPhone(sanitize(customer.phone))].filter(Boolean).join(' '),
        value: customer,
      }))}
      empty={failure ? t.sentence(failure) : nothing}
      onChoose={(customer) => {
        if (customer) return void (orders.chooseCustomer(customer) && onDone())
        if (text.trim() === '' || busy) return
        if (given.name !== '' && given.phone !== '') add(given)
        else setNew(true)
      }}
    />
  )
}

/** The address, typed or one of the customer's last ones. */
export function AddressStep({ view, onDone, ...page }: StepProps) {
  const t = useTranslate()
  const { orders, order } = view
  const history = useSelected(orders.store, customerHistory)
  const found = useSelected(orders.store, (state) => state.places)
  const offered = suggestAddresses(order.address, history?.addresses ?? [], found).map((address) => ({
    key: address.address,
    label: sanitize(address.address),
    value: address,
  }))
  return (
    <SearchPicker
      {...page}
      lazy
      title={t('New order')}
      about={t('Address')}
      hint={t('Enter the address')}
      text={order.address}
      // Details such as the flat belong to the previous address, and are not shown here.
      onText={(address) => {
        orders.typeAddress(address)
        orders.change({ info: {} })
      }}
      choices={offered}
      onChoose={(address) => {
        if (address) orders.chooseAddress({ ...address, address: sanitize(address.address) })
        if (address || order.address.trim() !== '') onDone()
      }}
    />
  )
}

const MAX_SUGGESTED = 10

/** Asks for items one after the other, until Enter on an empty line. With `line`, changes that item. */
export function ItemStep({ view, line, onDone, ...page }: StepProps & { line: number | undefined }) {
  const t = useTranslate()
  const { notices } = useCore()
  const { orders, order } = view
  const suggested = useSelected(orders.store, (state) => state.suggested)
  const previous = line === undefined ? undefined : order.cart[line]
  const [text, setText] = useState(previous ? lineText(previous) : '')
  const typed = readLine(text)
  const choices =
    typed && !typed.price && typed.addons.length === 0
      ? matchingLines(suggested?.lines ?? [], typed.name, MAX_SUGGESTED).map((item) => ({
          key: item.text,
          label: sanitize(item.text),
          remark: view.format.price(item.price),
          value: item.line,
        }))
      : []
  function take(chosen = typed): void {
    // Typed again, the text of a stored line may give another line, so an unchanged one is kept.
    if (previous && text === lineText(previous)) return onDone()
    const problem = chosen && lineProblem(chosen)
    if (problem) return void notices.showSentence('info', problem)
    if (line !== undefined && previous) {
      const cart = chosen
        ? order.cart.with(line, fillFromSuggestions(editLine(previous, chosen), suggested?.lines ?? []))
        : order.cart.toSpliced(line, 1)
      orders.change({ cart })
      return onDone()
    }
    if (!chosen) return onDone()
    orders.change({ cart: addLine(order.cart, fillFromSuggestions(chosen, suggested?.lines ?? [])) })
    setText('')
  }
  const about = order.cart.map(({ qty, name }) => `${qty}× ${sanitize(name)}`).join(', ')
  return (
    <SearchPicker
      {...page}
      title={t('Add item')}
      about={about}
      hint={t('For example: 2 Soup 4.50 + Bread 1.00 @ Grill')}
      text={text}
      onText={setText}
      choices={choices}
      onChoose={(suggestion) => take(suggestion ? { ...suggestion, qty: typed?.qty ?? 1 } : typed)}
    />
  )
}
