import { Box, chakra, Dialog, Portal } from '@chakra-ui/react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import {
  callerName,
  isComparable,
  isStep,
  isTouched,
  newOrdersOf,
  nextStep,
  openOrder,
  parkedOrders,
  type Step,
  stepsOf,
} from '@tiffin/core/new-order'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { formatPhone, isPickup, localized, type OrderWarning } from '@tiffin/core/rules'
import { CartLines } from '../order/cart-lines.tsx'
import { Section } from '../order/labelled.tsx'
import { Button } from '../ui/controls.ts'
import { Icon } from '../ui/icon.tsx'
import { NewOrderProvider, useNewOrder, useOpenOrder } from './new-order-context.ts'
import { PaymentSection, TimeSection } from './payment-part.tsx'
import { AddressStep, CustomerStep, SellerStep } from './steps.tsx'
import { TotalSection } from './total-part.tsx'

/** Takes an order by phone: seller, customer, address, with cart, payment and time next to them (BOARD-33, WIZ-01). */
export function NewOrderDialog({ resume, onClose }: { resume: boolean; onClose: () => void }) {
  const core = useCore()
  const { notices } = core
  const orders = newOrdersOf(core)
  const open = useOpenOrder()
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  // Used only at first; after that the user chooses.
  const [isResumed] = useState(resume)
  useEffect(() => void orders.open(isResumed), [orders, isResumed])
  // Back, or a change of the company, may remove the dialog while it sends.
  useEffect(() => () => orders.stopWaiting(), [orders])

  /** Nothing typed is lost, because the order is parked. */
  function leave(): void {
    if (isBusy) return
    const order = openOrder(orders.store.getState()) ?? null
    if (!orders.park()) return setAsking(true)
    if (isTouched(order)) notices.show('info', 'Order parked')
    onClose()
  }
  async function create(confirmed: readonly OrderWarning[]): Promise<void> {
    setBusy(true)
    const result = await orders.create(confirmed)
    setBusy(false)
    if (result === 'created' || result === 'waits') onClose()
  }
  return (
    <Dialog.Root open closeOnInteractOutside={false} onOpenChange={({ open: shown }) => !shown && leave()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner p={{ base: '0', sm: '4' }}>
          <Dialog.Content
            data-testid="new-order"
            aria-busy={isBusy}
            maxW="1080px"
            h={{ base: '100dvh', sm: '90dvh' }}
            maxH={{ base: '100dvh', sm: '90dvh' }}
          >
            {open ? (
              <NewOrderProvider value={open}>
                <OrderForm
                  key={open.order.key}
                  isBusy={isBusy}
                  isAsking={isAsking}
                  onCreate={(confirmed) => void create(confirmed)}
                  onLeave={leave}
                  onDiscard={() => {
                    orders.discard()
                    onClose()
                  }}
                />
              </NewOrderProvider>
            ) : (
              <NoOrder isBusy={isBusy} />
            )}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

/** While the order is being sent, and until the page has gone back. */
function NoOrder({ isBusy }: { isBusy: boolean }) {
  const t = useTranslate()
  return (
    <Dialog.Header>
      <Dialog.Title>{t('New order')}</Dialog.Title>
      <Box role="status" color="fg.muted">
        {isBusy && t('Sending…')}
      </Box>
    </Dialog.Header>
  )
}

interface FormProps {
  isBusy: boolean
  isAsking: boolean
  onCreate: (confirmed: readonly OrderWarning[]) => void
  onLeave: () => void
  onDiscard: () => void
}

/** On a phone, one below the other. */
const layout = {
  display: 'grid',
  columnGap: '6',
  rowGap: '4',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  gridTemplateRows: { md: 'auto 1fr' },
  gridTemplateAreas: { base: '"steps" "beside" "total"', md: '"steps beside" "total beside"' },
} as const

const stepNames = { seller: 'Merchant', user: 'Customer', address: 'Address' } as const

function OrderForm({ isBusy, isAsking, onCreate, onLeave, onDiscard }: FormProps) {
  const t = useTranslate()
  const { orders, order, choices } = useNewOrder()
  const refused = useSelected(orders.store, (state) => state.refused[order.key])
  const [chosen, setChosen] = useState<Step>()
  const [isEmpty, setEmpty] = useState(false)
  const [tried, setTried] = useState(false)
  /** Warnings that the user was asked about: Create then overrules them. */
  const [asked, setAsked] = useState<readonly OrderWarning[]>([])
  const cart = useRef<HTMLInputElement>(null)
  const fee = useRef<HTMLInputElement>(null)
  const beside = useRef<HTMLDivElement>(null)
  const isAsked = orders.warnings().some(({ warning }) => asked.includes(warning))
  const steps = stepsOf(order)
  const step = chosen && steps.includes(chosen) ? chosen : (nextStep(order) ?? steps.at(-1) ?? 'seller')
  const [problem] = tried ? orders.problems() : []

  function create(): void {
    setTried(true)
    const [first] = orders.problems()
    if (!first) {
      const open = orders.warnings().map(({ warning }) => warning)
      if (open.every((item) => asked.includes(item))) return onCreate(open)
      // An unknown delivery cost is answered by typing it.
      if (open.includes('no_delivery_cost')) fee.current?.focus()
      return setAsked(open)
    }
    if (first.at === 'cart') (invalidIn(cart.current?.closest('section')) ?? cart.current)?.focus()
    else if (first.at === 'payment') invalidIn(beside.current)?.focus()
    else if (isStep(first.at)) setChosen(first.at)
  }
  /** After the last step the cart is next; a pickup whose cart is filled is complete (WIZ-02). */
  function done(): void {
    setChosen(undefined)
    const now = openOrder(orders.store.getState())
    if (!now || nextStep(now) !== null) return
    if (!isPickup(now) || step !== 'user') cart.current?.focus()
    else if (now.cart.length > 0) create()
    else setEmpty(true)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isBusy) return
    event.preventDefault()
    // A key that is held down must not confirm warnings before anyone has read them.
    if (!event.repeat) create()
  }
  return (
    <Box display="contents" onKeyDown={onKeyDown}>
      <Dialog.Header flexWrap="wrap">
        <Dialog.Title flex="none">{t('New order')}</Dialog.Title>
        <TypeSwitch />
        <Parked />
        <Callers />
        <Dialog.CloseTrigger asChild>
          <Button variant="ghost" size="icon" aria-label={t('Close')} ms="auto">
            <Icon name="close" />
          </Button>
        </Dialog.CloseTrigger>
      </Dialog.Header>
      <Dialog.Body>
        {refused && (
          <Box role="alert" mb="3" p="3" borderRadius="l2" bg="warning.subtle" color="warning">
            {t.sentence(refused)}
          </Box>
        )}
        <Box css={layout}>
          <Box gridArea="steps" minW="0">
            <StepBar steps={steps} current={step} onChoose={setChosen} />
            {step === 'seller' && <SellerStep key="seller" onDone={done} />}
            {step === 'user' && <CustomerStep key="user" onDone={done} />}
            {step === 'address' && <AddressStep key="address" onDone={done} />}
            {isEmpty && order.cart.length === 0 && (
              <EmptyCart
                onAdd={() => {
                  setEmpty(false)
                  cart.current?.focus()
                }}
                onCreate={create}
              />
            )}
          </Box>
          <Box ref={beside} gridArea="beside" minW="0">
            <CartSection field={cart} />
            <PaymentSection fee={fee} />
            <TimeSection />
          </Box>
          <Box gridArea="total" minW="0">
            <TotalSection />
            {step !== 'seller' && isComparable(order) && (choices?.merchants.length ?? 0) > 1 && (
              <Button size="sm" mt="2" onClick={() => setChosen('seller')}>
                {t('Which merchant can take this?')}
              </Button>
            )}
          </Box>
        </Box>
      </Dialog.Body>
      <Dialog.Footer flexWrap="wrap" alignItems="center">
        <Box role="alert" flex="1" minW="0" color="warning">
          {problem && t.sentence(problem.problem)}
          {!problem && isAsked && t('Create the order despite the warnings?')}
          {!problem && isAsking && t('Two orders are already parked. Create this one or discard it.')}
        </Box>
        <Button onClick={onDiscard}>{t('Discard')}</Button>
        <Button onClick={onLeave}>{t('Park')}</Button>
        <Button variant="solid" disabled={isBusy} title="Ctrl+Enter" onClick={create}>
          {isAsked ? t('Create anyway') : t('Create')}
        </Button>
      </Dialog.Footer>
    </Box>
  )
}

/** The first field with a missing or wrong value, such as a price. */
const invalidIn = (part: HTMLElement | null | undefined): HTMLElement | null =>
  part?.querySelector<HTMLElement>('[aria-invalid=true]') ?? null

/** Delivery or pickup, from the first step on (AMB-103). */
function TypeSwitch() {
  const t = useTranslate()
  const { orders, order, choices } = useNewOrder()
  const pickup = choices?.types.find((type) => isPickup({ type })) ?? 2
  const choice = (type: number, label: string) => (
    <chakra.label
      display="inline-flex"
      alignItems="center"
      px="3"
      h="8"
      cursor="pointer"
      bg={isPickup(order) === isPickup({ type }) ? 'accent.subtle' : undefined}
      _focusWithin={{ outline: '2px solid', outlineColor: 'accent', outlineOffset: '1px' }}
    >
      <chakra.input
        type="radio"
        name="new-order-type"
        position="absolute"
        opacity="0"
        checked={isPickup(order) === isPickup({ type })}
        onChange={() => orders.change({ type })}
      />
      {label}
    </chakra.label>
  )
  return (
    <Box role="radiogroup" aria-label={t('Order type')} display="inline-flex" borderWidth="1px" borderRadius="l2" overflow="clip">
      {choice(1, t('Delivery'))}
      {choice(pickup, t('Pickup'))}
    </Box>
  )
}

/** The other orders that were started and parked. */
function Parked() {
  const t = useTranslate()
  const { orders, lang, choices } = useNewOrder()
  const all = useSelected(orders.store, (state) => state.orders)
  const open = useSelected(orders.store, (state) => state.open)
  return parkedOrders({ orders: all, open }).map(({ key, customer, merchant }) => {
    const seller = localized(choices?.merchants.find(({ merchant_id }) => merchant_id === merchant)?.name, lang)
    const name = customer?.name || (customer ? formatPhone(customer.phone) : seller)
    return (
      <Button key={key} size="sm" onClick={() => orders.resume(key)}>
        {t('Parked: %1', [name || '…'])}
      </Button>
    )
  })
}

/** Calls of the last minute. Their notices are closed: they would cover the footer, and the keyboard could not reach them. */
function Callers() {
  const t = useTranslate()
  const { notices } = useCore()
  const { orders } = useNewOrder()
  const calls = useSelected(orders.store, (state) => state.calls)
  useEffect(() => {
    for (const { notice } of calls) notices.close(notice)
  }, [calls, notices])
  return (
    <Box role="status" order="1" w="full" display="grid" gap="1" _empty={{ display: 'none' }} data-testid="callers">
      {calls.map((call) => (
        <Box key={call.notice} display="flex" flexWrap="wrap" alignItems="center" gap="2" fontSize="sm" fontWeight="normal">
          <Box minW="0" overflowWrap="anywhere">
            {t.sentence(call.text)}
          </Box>
          <Button size="sm" onClick={() => orders.answer(call)}>
            {t('Caller: %1', [callerName(call) || t('Hidden number')])}
          </Button>
        </Box>
      ))}
    </Box>
  )
}

/** The steps of the order with the choices made so far; one step is the current one. */
function StepBar({ steps, current, onChoose }: { steps: readonly Step[]; current: Step; onChoose: (step: Step) => void }) {
  const t = useTranslate()
  const { order, choices, lang } = useNewOrder()
  const chosen: Record<Step, string> = {
    seller: localized(choices?.merchants.find(({ merchant_id }) => merchant_id === order.merchant)?.name, lang),
    user: order.customer ? order.customer.name || formatPhone(order.customer.phone) : formatPhone(order.caller),
    address: order.address,
  }
  return (
    <Box as="ol" display="flex" gap="1" mb="3" listStyleType="none" data-testid="steps">
      {steps.map((step) => (
        <Box as="li" key={step} flex="1" minW="0">
          <Button
            w="full"
            h="auto"
            py="1"
            display="block"
            textAlign="start"
            variant="ghost"
            aria-current={step === current ? 'step' : undefined}
            borderBottomWidth="2px"
            borderBottomColor={step === current ? 'accent' : 'border'}
            borderRadius="0"
            onClick={() => onChoose(step)}
          >
            <Box fontSize="xs" color="fg.muted">
              {t(stepNames[step])}
            </Box>
            <Box truncate minH="5">
              <bdi>{chosen[step]}</bdi>
            </Box>
          </Button>
        </Box>
      ))}
    </Box>
  )
}

/** Shown because a pickup order without items is not completed automatically. */
function EmptyCart({ onAdd, onCreate }: { onAdd: () => void; onCreate: () => void }) {
  const t = useTranslate()
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <Box role="group" aria-label={t('No items yet')} mt="3" p="3" borderRadius="l2" bg="warning.subtle" data-testid="empty-cart">
      <Box mb="2">{t('No items yet')}</Box>
      <Box display="flex" gap="2">
        <Button ref={first} variant="solid" onClick={onAdd}>
          {t('Add items')}
        </Button>
        <Button onClick={onCreate}>{t('Create without items')}</Button>
      </Box>
    </Box>
  )
}

function CartSection({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const t = useTranslate()
  const { orders, order, price } = useNewOrder()
  const suggested = useSelected(orders.store, (state) => state.suggested)
  return (
    <Section title={t('Items')} testId="cart">
      <CartLines
        cart={order.cart}
        onChange={(lines) => orders.change({ cart: lines })}
        suggested={suggested?.lines ?? []}
        price={price}
        field={field}
      />
    </Section>
  )
}
