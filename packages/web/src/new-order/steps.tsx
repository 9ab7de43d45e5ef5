import { Box } from '@chakra-ui/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import {
  type Customer,
  customerHistory,
  earlierOrdersText,
  isComparable,
  suggestAddresses,
  offerText,
  type PastAddress,
  type PastOrder,
  rankSellers,
  splitNameAndPhone,
} from '@tiffin/core/new-order'
import type { PickedAddress } from '@tiffin/core/map'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { formatPhone, isPickup, localized } from '@tiffin/core/rules'
import { AddressPicker } from '../map/lazy-address-picker.ts'
import { Button, Input } from '../ui/controls.ts'
import { AddressDetails } from '../order/address-details.tsx'
import { Labelled } from '../order/labelled.tsx'
import { Icon } from '../ui/icon.tsx'
import { LazyBoundary } from '../ui/lazy-boundary.tsx'
import { useNewOrder } from './new-order-context.ts'
import { PickList } from '../order/pick-list.tsx'

/** A step takes the focus when it comes up. */
function useFocusHere(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return field
}

const matches = (text: string, needle: string): boolean => text.toLocaleLowerCase().includes(needle.trim().toLocaleLowerCase())

/** The merchants with their offers for the order, best first. They keep their places while a user chooses. */
function useRankedSellers() {
  const t = useTranslate()
  const { serverClock } = useCore()
  const { orders, order, choices, format } = useNewOrder()
  const { code, found } = useSelected(orders.store, (state) => state.promocode)
  const [now] = useState(() => serverClock.now())
  const promocode = code === order.promocode.trim() ? found : undefined
  if (!choices || choices.isPartial || !isComparable(order)) return undefined
  return rankSellers(order, choices, { now, format, promocode }).map((offer) => ({
    merchant: offer.merchant,
    note: <Offer text={offerText(offer, format, t)} isRefused={offer.refusals.length > 0} />,
  }))
}

/** Lists the merchants that the user may take orders for (AMB-080), each with whether it can take this order. */
export function SellerStep({ onDone }: { onDone: () => void }) {
  const t = useTranslate()
  const { orders, order, choices, lang } = useNewOrder()
  const ranked = useRankedSellers()
  const failure = useSelected(orders.store, (state) => state.failure)
  const field = useFocusHere()
  const [text, setText] = useState('')
  const listed = ranked ?? (choices?.merchants ?? []).map((merchant) => ({ merchant, note: undefined }))
  const options = listed
    .map(({ merchant: { merchant_id, name, address }, note }) => ({
      key: merchant_id,
      label: localized(name, lang),
      note,
      detail: note ? undefined : address.address,
    }))
    .filter(({ label }) => matches(label, text))
  const waiting = failure ? undefined : t('Loading…')
  return (
    <>
      {ranked && (
        <Box mb="2" fontSize="sm" color="fg.muted">
          <Box fontWeight="medium">{t('Which merchant can take this?')}</Box>
          {!isPickup(order) &&
            !order.picked &&
            t('For delivery, pick the address on the map to compare areas and delivery costs.')}
        </Box>
      )}
      <PickList
        autoFocus
        field={field}
        label={t('Merchant')}
        placeholder={t('Name')}
        text={text}
        onText={setText}
        options={options}
        isLoading={!choices && !failure}
        onPick={({ key }) => {
          orders.chooseMerchant(key)
          onDone()
        }}
        empty={options.length > 0 ? undefined : choices ? t('No results') : waiting}
      />
      {failure && (
        <Box role="alert" display="flex" alignItems="center" gap="2" mt="2" color="warning">
          <Box flex="1">{t.sentence(failure)}</Box>
          <Button size="sm" onClick={orders.retry}>
            {t('Retry')}
          </Button>
        </Box>
      )}
    </>
  )
}

function Offer({ text, isRefused }: { text: string; isRefused: boolean }) {
  return (
    <Box fontSize="sm" whiteSpace="normal" color={isRefused ? 'warning' : 'fg.muted'}>
      {text}
    </Box>
  )
}

/** Finds customers by name or phone, and creates new ones on the spot (WIZ-03, WIZ-04, WIZ-05). */
export function CustomerStep({ onDone }: { onDone: () => void }) {
  const t = useTranslate()
  const { orders, order } = useNewOrder()
  const { text, found, busy, failure } = useSelected(orders.store, (state) => state.search)
  const field = useFocusHere()
  const isUnknownCaller = order.caller !== '' && order.customer === null
  const [isNew, setNew] = useState(isUnknownCaller)
  const choose = (customer: Customer): void => {
    if (orders.chooseCustomer(customer)) onDone()
  }
  const options = found.map((customer) => ({
    key: customer.user_id,
    label: customer.name || formatPhone(customer.phone),
    detail: (
      <>
        {customer.status === 0 && `${t('Blocked')} · `}
        <bdi>{formatPhone(customer.phone)}</bdi>
      </>
    ),
    customer,
  }))
  const nothing = text.trim() === '' || busy ? undefined : t('No results')
  if (isNew)
    return (
      <NewCustomer
        typed={text || (isUnknownCaller ? formatPhone(order.caller) : '')}
        onBack={() => setNew(false)}
        onDone={onDone}
      />
    )
  return (
    <>
      <PickList
        autoFocus
        field={field}
        label={t('Customer')}
        placeholder={t('Name or phone')}
        text={text}
        onText={orders.searchCustomers}
        options={options}
        onPick={({ customer }) => choose(customer)}
        onEnter={() => text.trim() !== '' && !busy && setNew(true)}
        empty={failure ? t.sentence(failure) : nothing}
      />
      <Button size="sm" mt="2" onClick={() => setNew(true)}>
        {t('New customer')}
      </Button>
      {order.customer && <ChosenCustomer />}
    </>
  )
}

function NewCustomer({ typed, onBack, onDone }: { typed: string; onBack: () => void; onDone: () => void }) {
  const t = useTranslate()
  const { orders } = useNewOrder()
  const [given] = useState(() => splitNameAndPhone(typed))
  const [name, setName] = useState(given.name)
  const [phone, setPhone] = useState(given.phone)
  const [busy, setBusy] = useState(false)
  const field = useFocusHere()
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])
  async function add(): Promise<void> {
    setBusy(true)
    const isChosen = await orders.addCustomer({ name, phone })
    // A user who has left the form must not be moved to the next step.
    if (isGone.current) return
    setBusy(false)
    if (isChosen) onDone()
  }
  return (
    <Box
      as="form"
      display="grid"
      gap="2"
      data-testid="new-customer"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void add()
      }}
    >
      <Labelled label={t('Phone')}>
        <Input
          ref={given.phone === '' ? field : undefined}
          type="tel"
          required
          maxLength={40}
          value={phone}
          onChange={(event) => setPhone(event.target.value)}
        />
      </Labelled>
      <Labelled label={t('Name of a person')}>
        <Input
          ref={given.phone === '' ? undefined : field}
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Labelled>
      <Box display="flex" gap="2">
        <Button onClick={onBack}>{t('Back')}</Button>
        <Button type="submit" variant="solid" disabled={busy}>
          {t('Add')}
        </Button>
      </Box>
    </Box>
  )
}

/** How many orders the customer has placed, and the last ones to repeat (AMB-220). */
export function ChosenCustomer() {
  const t = useTranslate()
  const { orders, order, choices, price, time, lang } = useNewOrder()
  const history = useSelected(orders.store, customerHistory)
  const { customer } = order
  if (!customer) return null
  const mayRepeat = ({ merchant }: PastOrder): boolean =>
    choices?.merchants.some(({ merchant_id }) => merchant_id === merchant) === true
  const nameOf = ({ merchant }: PastOrder): string =>
    localized(choices?.merchants.find(({ merchant_id }) => merchant_id === merchant)?.name, lang)
  const last = history?.orders.find(mayRepeat)
  return (
    <Box mt="3" p="3" borderRadius="l2" bg="bg.subtle" data-testid="chosen-customer">
      <Box fontWeight="medium">
        <bdi>{customer.name}</bdi> <bdi dir="ltr">{formatPhone(customer.phone)}</bdi>
      </Box>
      {history && (
        <Box fontSize="sm" color="fg.muted">
          {earlierOrdersText(history, t)}
        </Box>
      )}
      {last && (
        <Box display="flex" alignItems="center" gap="2" mt="2">
          <Box flex="1" minW="0" fontSize="sm">
            <Box truncate>
              <bdi>{[nameOf(last), ...last.cart.map(({ qty, name }) => `${qty}× ${name}`)].join(' · ')}</bdi>
            </Box>
            <Box color="fg.muted">
              {time(last.time_create)} · <bdi dir="ltr">{price(last.total)}</bdi>
            </Box>
          </Box>
          <Button size="sm" onClick={() => orders.repeat(last)}>
            {t('Order again')}
          </Button>
        </Box>
      )}
    </Box>
  )
}

/** The address: typed, one of the customer's last ones, or picked on the map. */
export function AddressStep({ onDone }: { onDone: () => void }) {
  const t = useTranslate()
  const { orders, order } = useNewOrder()
  const history = useSelected(orders.store, customerHistory)
  const field = useFocusHere()
  const found = useSelected(orders.store, (state) => state.places)
  const options = suggestAddresses(order.address, history?.addresses ?? [], found).map((address) => ({
    key: address.address,
    label: address.address,
    address,
  }))
  const pick = ({ address }: { address: PastAddress }): void => {
    orders.chooseAddress(address)
    onDone()
  }
  const [isPicking, setPicking] = useState(false)
  const closeMap = (): void => setPicking(false)
  function save({ address, coords, info, exact }: PickedAddress): void {
    closeMap()
    orders.chooseAddress({ address, coords, info, verified: exact })
    onDone()
  }
  return (
    <Box display="grid" gap="2">
      <LazyBoundary onFail={closeMap}>
        {isPicking && (
          <AddressPicker
            kind="client"
            start={{ coords: order.coords, address: order.picked ? order.address : '', exact: order.verified, info: order.info }}
            merchant={order.merchant}
            customer={order.customer?.user_id ?? null}
            known={history?.addresses ?? []}
            onSave={save}
            onClose={closeMap}
          />
        )}
      </LazyBoundary>
      <PickList
        autoFocus
        lazy
        field={field}
        label={t('Address')}
        text={order.address}
        onText={orders.typeAddress}
        options={options}
        onPick={pick}
        onEnter={() => order.address.trim() !== '' && onDone()}
      />
      <Button justifySelf="start" onClick={() => setPicking(true)}>
        <Icon name="pin" />
        {t('Choose on the map')}
      </Button>
      <AddressDetails info={order.info} onChange={(info) => orders.change({ info })} />
    </Box>
  )
}
