import { useEffect, useState } from 'react'
import { Box, Text, useWindowSize } from 'ink'
import {
  customerHistory,
  earlierOrdersText,
  isTouched,
  newOrdersOf,
  nextStep,
  openOrder,
  parkedOrders,
  confirmationSentence,
  readDueTime,
  type Step,
} from '@tiffin/core/new-order'
import { readList } from '@tiffin/core'
import type { Translate } from '@tiffin/core/i18n'
import { useCore, useSelected, useTranslate } from '@tiffin/core/react'
import { isPickup, isSame, type OpenWarning } from '@tiffin/core/rules'
import type { Command } from '../keys.ts'
import { ListPicker } from '../pickers/list-picker.tsx'
import { TextForm } from '../pickers/text-form.tsx'
import { useTheme } from '../theme/theme.ts'
import { sanitize, wrap } from '../theme/text.ts'
import { Confirm } from '../view/confirm.tsx'
import { Frame } from '../view/frame.tsx'
import { useKeys } from '../view/keyboard.ts'
import { MissingRecord } from '../view/missing-record.tsx'
import { AddressStep, CustomerStep, ItemStep, SellerStep } from './choose-steps.tsx'
import { type LineField, orderRows, type OrderRow, type TextField } from './order-rows.ts'
import { type NewOrderView, useNewOrder } from './use-new-order.ts'

interface PageProps {
  height: number
  onBack: () => void
  onQuit: () => void
}

/** The current question; `form` shows all answers. */
type At =
  | { ask: Step | 'discard' }
  /** The form begins with a line if that was just changed. */
  | { ask: 'form'; line?: number }
  /** The warnings as shown: others may come before the answer. */
  | { ask: 'warned'; shown: readonly OpenWarning[] }
  | { ask: 'item'; line?: number }
  | { ask: 'text'; field: TextField }
  | { ask: 'line'; line: number; field: LineField }

const sentences = (texts: readonly Parameters<Translate['sentence']>[0][], t: Translate): string =>
  texts.map((text) => t.sentence(text)).join('. ')

/** Takes an order by phone: seller, customer, address, items, then a form with all of it (WIZ-01). */
export function NewOrderPage(page: PageProps) {
  const orders = newOrdersOf(useCore())
  const view = useNewOrder()
  useEffect(() => () => orders.stopWaiting(), [orders])
  return view ? <OpenOrder key={view.order.key} {...page} view={view} /> : <Sending {...page} />
}

function Sending({ height, onBack, onQuit }: PageProps) {
  const t = useTranslate()
  useKeys('page', (command) => {
    if (command === 'quit') onQuit()
    else if (command === 'back') onBack()
  })
  return (
    <Frame title={t('New order')} height={height}>
      <Text dimColor>{t('Sending…')}</Text>
    </Frame>
  )
}

function OpenOrder({ view, height, onBack, onQuit }: PageProps & { view: NewOrderView }) {
  const t = useTranslate()
  const { notices } = useCore()
  const { orders, order } = view
  const refused = useSelected(orders.store, (state) => state.refused[order.key])
  // With only a customer, such as a caller, the steps are asked one by one, as for an empty order.
  const isBegun = refused !== undefined || isTouched({ ...order, customer: null })
  const [at, setAt] = useState<At>(() => ({ ask: isBegun ? 'form' : (nextStep(order) ?? 'form') }))
  const toForm = (): void => setAt({ ask: 'form' })
  const form = { height, onQuit, onBack: toForm }

  /** Confirms exactly the warnings that the user has read; for others it asks again. */
  async function create(read: readonly OpenWarning[] = []): Promise<void> {
    const now = openOrder(orders.store.getState())
    const [first] = orders.problems()
    if (first) {
      // The reason not to overrule warnings does not name them.
      const named = first.at === 'warnings' ? orders.warnings().map(({ text }) => text) : []
      notices.showSentence('info', { message: sentences([...named, first.problem], t) })
      return setAt({ ask: (now && nextStep(now)) ?? 'form' })
    }
    const shown = orders.warnings()
    if (!shown.every((item) => read.some((other) => isSame(item, other)))) return setAt({ ask: 'warned', shown })
    const result = await orders.create(shown.map(({ warning }) => warning))
    if (result === 'created' || result === 'waits') onBack()
  }
  /** The next step without an answer; after the last one a pickup with items is complete (WIZ-02). */
  function done(step: Step): void {
    const now = openOrder(orders.store.getState())
    const next = now ? nextStep(now) : null
    if (next) return setAt({ ask: next })
    if (now && isPickup(now) && step === 'user' && now.cart.length > 0) return void create()
    setAt(now && now.cart.length === 0 ? { ask: 'item' } : { ask: 'form' })
  }
  function leave(): void {
    if (orders.park()) onBack()
    else notices.show('info', 'Two orders are already parked. Create this one or discard it.')
  }

  switch (at.ask) {
    case 'seller':
      return <SellerStep {...form} view={view} onDone={() => done('seller')} />
    case 'user':
      return <CustomerStep {...form} view={view} onDone={() => done('user')} />
    case 'address':
      return <AddressStep {...form} view={view} onDone={() => done('address')} />
    case 'item':
      return <ItemStep key={at.line ?? 'new'} {...form} view={view} line={at.line} onDone={toForm} />
    case 'text':
      return <FieldForm {...form} view={view} field={at.field} />
    case 'line':
      return (
        <LineForm {...form} view={view} line={at.line} field={at.field} onBack={() => setAt({ ask: 'form', line: at.line })} />
      )
    case 'discard':
      return (
        <Confirm
          question={t('Discard')}
          about={t('New order')}
          height={height}
          onYes={() => {
            orders.discard()
            onBack()
          }}
          onNo={toForm}
        />
      )
    case 'warned':
      return (
        <Confirm
          question={t('Create the order despite the warnings?')}
          about={sentences(
            at.shown.map(({ text }) => text),
            t,
          )}
          height={height}
          onYes={() => void create(at.shown)}
          // An unknown delivery cost is answered by typing it.
          onNo={() =>
            at.shown.some(({ warning }) => warning === 'no_delivery_cost') ? setAt({ ask: 'text', field: 'delivery' }) : toForm()
          }
        />
      )
    case 'form':
      return (
        <OrderForm
          view={view}
          height={height}
          line={at.line}
          refused={refused && t.sentence(refused)}
          onAsk={setAt}
          onCreate={() => void create()}
          onLeave={leave}
          onQuit={onQuit}
        />
      )
  }
}

interface FormProps {
  view: NewOrderView
  height: number
  line: number | undefined
  refused: string | undefined
  onAsk: (at: At) => void
  onCreate: () => void
  onLeave: () => void
  onQuit: () => void
}

/** The steps of the price and the total. */
const TOTAL_LINES = 2

function OrderForm({ view, height, line, refused, onAsk, onCreate, onLeave, onQuit }: FormProps) {
  const t = useTranslate()
  const theme = useTheme()
  const { marks } = theme
  const { columns } = useWindowSize()
  const { orders, order, choices, shown } = view
  const all = useSelected(orders.store, (state) => state.orders)
  const open = useSelected(orders.store, (state) => state.open)
  const history = useSelected(orders.store, customerHistory)
  const parked = parkedOrders({ orders: all, open })
  const last = history?.orders.find(({ merchant }) => choices?.merchants.some(({ merchant_id }) => merchant_id === merchant))
  const switchType = (): void =>
    orders.change({ type: isPickup(order) ? 1 : (choices?.types.find((type) => isPickup({ type })) ?? 2) })

  function change(row: OrderRow): void {
    if (row.ask === 'type') return switchType()
    if (row.ask === 'next') return orders.change(row.part)
    onAsk(row.ask === 'item' ? { ask: 'item', line: row.line } : row.ask === 'text' ? row : { ask: row.ask })
  }
  function run(command: Command<'newOrder'>, row: OrderRow | undefined): void {
    if (command === 'quit') onQuit()
    else if (command === 'back') onLeave()
    else if (command === 'create') onCreate()
    else if (command === 'type') switchType()
    else if (command === 'item') onAsk({ ask: 'item' })
    else if (command === 'discard') onAsk({ ask: 'discard' })
    else if (command === 'answer') orders.answer()
    else if (command === 'which') onAsk({ ask: 'seller' })
    else if (command === 'parked' && parked[0]) orders.resume(parked[0].key)
    else if (command === 'repeat' && last) orders.repeat(last)
    else if (command === 'choose' && row) change(row)
    else if ((command === 'note' || command === 'allergens') && row?.ask === 'item')
      onAsk({ ask: 'line', line: row.line, field: command })
  }
  const about = [
    order.customer && history ? earlierOrdersText(history, t) : '',
    parked.length > 0 ? t('Parked: %1', [parked.map(({ customer }) => customer?.name || '…').join(', ')]) : '',
  ]
  const rows = orderRows(view, marks, t)
  const steps = (shown?.price.steps ?? []).filter(({ label, amount }) => label !== 'Total' && Number(amount) !== 0)
  const total = shown?.price.total ?? '0.00'
  // Nothing to warn about before there is something to order.
  const warnings = order.cart.length === 0 ? [] : orders.warnings().map(({ text }) => text)
  const message =
    refused ??
    (choices?.isPartial
      ? t('Payment types, fees and delivery are not available offline. The total is calculated when the order is sent.')
      : shown && order.cart.length > 0
        ? t.sentence(confirmationSentence(order, shown, view.format))
        : '')
  const width = columns - 2
  const messageLines = wrap(message, width)
  const warningLines = warnings.length > 0 ? wrap(`${marks.late} ${sentences(warnings, t)}`, width) : []
  return (
    <ListPicker
      place="newOrder"
      title={t('New order')}
      about={about.filter(Boolean).join('  ')}
      empty=""
      height={height}
      general={['create', 'type', 'item', 'answer', 'which', 'discard', 'parked', 'repeat']}
      detailsHeight={TOTAL_LINES + messageLines.length + warningLines.length}
      choices={rows}
      initial={Math.max(
        0,
        rows.findIndex(({ value }) => value.ask === 'item' && value.line === line),
      )}
      renderDetails={() => (
        <Box flexDirection="column">
          <Text dimColor wrap="truncate">
            {steps.map(({ label, amount }) => `${t.message(label)} ${view.format.price(amount)}`).join('  ')}
          </Text>
          <Text bold wrap="truncate">
            {`${t('Total')} ${view.format.price(total)}`}
          </Text>
          {messageLines.map((line) => (
            <Text key={line}>{line}</Text>
          ))}
          {warningLines.map((line) => (
            <Text key={line} {...theme.style('warning')}>
              {line}
            </Text>
          ))}
        </Box>
      )}
      onCommand={(command, choice) => run(command, choice?.value)}
    />
  )
}

/** One field as text. */
function FieldForm({
  view,
  field,
  ...page
}: {
  view: NewOrderView
  field: TextField
  height: number
  onBack: () => void
  onQuit: () => void
}) {
  const t = useTranslate()
  const { notices, serverClock } = useCore()
  const { orders, order, timezone } = view
  function setTime(text: string): boolean {
    if (text === '') {
      orders.change({ asap: true, time_finish: null })
      return true
    }
    const typed = readDueTime(text, { now: serverClock.now(), timezone })
    if (!typed) return false
    orders.change({ asap: false, time_finish: typed.time })
    if (typed.isTomorrow)
      notices.show('info', 'That time has passed today, so it is for tomorrow: %1', { params: [view.format.time(typed.time)] })
    return true
  }
  const hints: Record<TextField, string> = {
    time_finish: t('Time, such as 19:30. Leave empty for as soon as possible.'),
    promocode: t('Promo code'),
    bonus: t('Bonus'),
    odd: t('Change needed for'),
    delivery: t('Delivery cost'),
    comment: t('Comment'),
  }
  return (
    <TextForm
      {...page}
      title={t('New order')}
      hint={hints[field]}
      initial={field === 'time_finish' ? '' : order[field]}
      onChoose={(text) => {
        if (field !== 'time_finish') orders.change({ [field]: text })
        else if (!setTime(text)) return void notices.show('negative', 'Enter a complete, valid date')
        page.onBack()
      }}
    />
  )
}

/** The note or the allergens of a line, as text. */
function LineForm({
  view,
  line,
  field,
  ...page
}: {
  view: NewOrderView
  line: number
  field: LineField
  height: number
  onBack: () => void
  onQuit: () => void
}) {
  const t = useTranslate()
  const { orders, order } = view
  const item = order.cart[line]
  if (!item) return <MissingRecord title={t('New order')} {...page} />
  return (
    <TextForm
      {...page}
      title={sanitize(item.name)}
      about={t(field === 'note' ? 'Note' : 'Allergens')}
      hint={t(field === 'note' ? 'Note' : 'Allergens, separated by commas')}
      initial={field === 'note' ? item.note : item.allergens.join(', ')}
      onChoose={(text) => {
        orders.change({ cart: order.cart.with(line, { ...item, [field]: field === 'note' ? text : readList(text) }) })
        page.onBack()
      }}
    />
  )
}
