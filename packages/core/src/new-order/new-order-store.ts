import { createStore, type StoreApi } from 'zustand/vanilla'
import { randomUuid } from '@tiffin/sdk/client'
import { errors } from '@tiffin/sdk/contract'
import { actorOf } from '#session/actor-of'
import {
  fieldOfError,
  localized,
  mayOverrule,
  type OpenWarning,
  type OrderWarning,
  type PhoneCountry,
  warningNames,
} from '#rules/index'
import type { Core } from '../create-core.ts'
import { createPhoneCalls } from './calls.ts'
import { addCustomer, type PastAddress, type PastOrder } from './customers.ts'
import { newLine } from './cart-lines.ts'
import { createOrderDrafts, MAX_KEPT_ORDERS, MAX_PARKED_ORDERS } from './order-drafts.ts'
import { asError, createOrderEntryQueries } from './order-entry-queries.ts'
import {
  type Customer,
  isTouched,
  type NewOrder,
  type NewOrderChoices,
  type OrderProblem,
  preview,
  problemsOf,
  readNewOrder,
  rowOf,
  startNewOrder,
  withCustomer,
  withMerchant,
} from './new-order.ts'
import { errorParams, orderFormat } from './order-format.ts'
import { type NewOrderState, initialNewOrders, emptySearch, openOrder, type PhoneCall } from './new-order-state.ts'
import { type Created, createOrderSending } from './order-sending.ts'
import { boardChoices, readChoices } from './read-choices.ts'

/** New orders taken by staff: typed, parked, and sent (WIZ-01, BOARD-33). */
export interface NewOrders {
  store: StoreApi<NewOrderState>
  /** Opens an order: with `resume` a parked one if there is one, else an empty one. */
  open(resume?: boolean): Promise<void>
  /** Loads the choices again. */
  retry(): void
  /** Changes the open order. */
  change(part: Partial<NewOrder>): void
  chooseMerchant(merchant: number): void
  searchCustomers(text: string): void
  /** Returns false and shows a message for a blocked customer (WIZ-05). */
  chooseCustomer(customer: Customer): boolean
  /** Creates a customer and chooses it. For a known phone, chooses the existing customer and shows a message (AMB-222). */
  addCustomer(given: { name: string; phone: string }): Promise<boolean>
  chooseAddress(address: PastAddress): void
  /** Sets a typed address; coordinates of another address no longer apply. */
  typeAddress(address: string): void
  /** Takes over merchant, type and cart of an earlier order. */
  repeat(order: PastOrder): void
  /** Shows a notice that a phone rings. `onAnswer` runs after the notice has opened an order for the caller. */
  ring(phone: string, onAnswer: () => void): Promise<void>
  /**
   * Opens an order for the caller, the latest one if none is given: the one already started for this caller, else a new one.
   * Returns false and shows a message if it can't.
   */
  answer(call?: PhoneCall): boolean
  /** Parks the open order for later; false if no more orders can be parked. */
  park(): boolean
  /** Opens a parked order instead. */
  resume(key: string): void
  discard(): void
  /** The problems that prevent the open order from being sent, in the order of the form. */
  problems(): readonly OrderProblem[]
  /** Current warnings about the open order, to be confirmed before `create`. */
  warnings(): readonly OpenWarning[]
  /** Sends the open order; `confirmed` lists the warnings that the user overrules. */
  create(confirmed?: readonly OrderWarning[]): Promise<Created>
  /** Called when the page that waits for `create` closes; notices then report the result. */
  stopWaiting(): void
  /** Sends orders left by an earlier run. */
  sendStored(): void
}

export const parkedOrders = ({ orders, open }: Pick<NewOrderState, 'orders' | 'open'>): NewOrder[] =>
  orders.filter((order) => order !== null).filter((order) => order.key !== open && isTouched(order))

/** Used until the choices are loaded. */
const noChoices = {
  merchants: [],
  types: [1],
  payTypes: [],
  company: { google_maps_key: '' },
} as unknown as NewOrderChoices

export function createNewOrders(core: Core): NewOrders {
  const { client, session, board, notices, i18n, ports, drafts } = core
  const store = createStore<NewOrderState>(() => initialNewOrders)
  const { getState: get, setState: set } = store
  let owner = ''
  let stopKeeping = (): void => {}

  const ownerNow = (): string => `${session.company() ?? 0}.${session.store.getState().user?.admin_id ?? 0}`
  const country = (): PhoneCountry => session.store.getState().user?.company?.country ?? {}
  const start = (): NewOrder => startNewOrder(randomUuid(), get().choices ?? noChoices)
  const read = (stored: Readonly<Record<string, unknown>>): NewOrder => {
    const order = readNewOrder(stored, start())
    return { ...order, cart: order.cart.map((line) => newLine(line)) }
  }
  const merchantName = (id: number | null): string =>
    localized(get().choices?.merchants.find(({ merchant_id }) => merchant_id === id)?.name, i18n.lang())

  const queries = createOrderEntryQueries({ client, clock: ports.clock, store, country, lang: i18n.lang, log: ports.log })
  const calls = createPhoneCalls({ client, clock: ports.clock, store, notices, i18n, country, log: ports.log })
  const sending = createOrderSending({
    core,
    owner: () => owner,
    changed: (waiting) => set({ waiting }),
    refused({ typed }, { refusal, warned, isAwaited }) {
      const order = read(typed)
      held.put(order)
      set({ refused: { ...get().refused, [order.key]: refusal }, warned: { ...get().warned, [order.key]: warned } })
      if (isAwaited) set({ open: order.key })
    },
  })
  const held = createOrderDrafts({
    store,
    drafts,
    read,
    onTooMany: () =>
      void notices.show(
        'warning',
        'Too many orders: %1 are kept. Create or discard one, or this one will be lost when you close Tiffin.',
        {
          params: [MAX_KEPT_ORDERS],
          ms: Infinity,
        },
      ),
    isWanted: (key) => !sending.isSending(key),
    title: ({ customer, merchant }) =>
      [i18n.t('New order'), customer?.name || customer?.phone || merchantName(merchant)].filter(Boolean).join(': '),
  })

  /** The data of one user and company is never shown to another. */
  function takeOwner(): void {
    const now = ownerNow()
    if (now === owner) return
    stopKeeping()
    queries.stop()
    calls.clear()
    sending.close()
    owner = now
    set(initialNewOrders)
    stopKeeping = session.store.getState().user ? held.keep(session.company() ?? 0) : () => {}
    sending.restore()
  }
  session.store.subscribe(({ user }) => {
    if (owner !== '' && (!user || ownerNow() !== owner)) takeOwner()
  })

  core.reachability.store.subscribe(({ isOffline }) => {
    const { open, choices } = get()
    if (!isOffline && open !== null && (choices === null || choices.isPartial)) void loadChoices()
  })

  async function loadChoices(): Promise<void> {
    const { user } = session.store.getState()
    if (!user) return
    const mine = owner
    try {
      const choices = await readChoices(client, actorOf(user))
      if (mine !== owner) return
      set({ choices, failure: null })
      const order = openOrder(get())
      if (!order) return
      const { merchant, pay_type, type, coords } = startNewOrder(order.key, choices)
      change({
        ...(order.merchant === null && !isTouched(order) ? { type } : {}),
        ...(order.merchant === null ? { merchant } : {}),
        ...(order.pay_type === null ? { pay_type } : {}),
        ...(order.picked || order.merchant !== null ? {} : { coords }),
      })
    } catch (error) {
      ports.log("can't read the choices of a new order", error)
      if (mine === owner)
        set({ failure: asError(error), choices: get().choices ?? boardChoices(board.store.getState().merchants, user) })
    }
  }

  /** Shows an order and removes the previously open one if it is empty. */
  function show(order: NewOrder): void {
    const before = openOrder(get())
    if (before && before.key !== order.key && !isTouched(before)) held.remove(before.key)
    held.put(order)
    queries.stop()
    set({ open: order.key, search: emptySearch, history: null, places: [], promocode: initialNewOrders.promocode })
    follow(undefined, order)
  }

  /** Loads the data that a change of the order requires. */
  function follow(before: NewOrder | undefined, after: NewOrder): void {
    if (after.merchant !== null && before?.merchant !== after.merchant) queries.suggestions(after.merchant)
    if (after.customer && before?.customer?.user_id !== after.customer.user_id) queries.history(after.customer.user_id)
    if (before?.promocode !== after.promocode) queries.promocode(after.promocode)
  }

  function change(part: Partial<NewOrder>): void {
    const before = openOrder(get())
    if (before) replace(before, { ...before, ...part })
  }

  function replace(before: NewOrder, after: NewOrder): void {
    held.put(after)
    // The changed order may have other warnings.
    if (get().warned[after.key]) set({ warned: { ...get().warned, [after.key]: [] } })
    if (after.key === get().open) follow(before, after)
  }

  function chooseMerchant(id: number): void {
    const order = openOrder(get())
    const merchant = get().choices?.merchants.find(({ merchant_id }) => merchant_id === id)
    if (order && merchant) change(withMerchant(order, merchant))
  }

  function chooseCustomer(customer: Customer, key = get().open): boolean {
    if (customer.status === 0) {
      notices.show('negative', 'The user is blocked')
      return false
    }
    const order = get().orders.find((item) => item?.key === key)
    if (order) replace(order, withCustomer(order, customer))
    if (key !== get().open) return false
    queries.customers('')
    return true
  }

  function problems(): readonly OrderProblem[] {
    const order = openOrder(get())
    if (!order) return []
    const found = [...problemsOf(order, get().choices ?? noChoices), ...codeProblems(order)]
    const { user } = session.store.getState()
    if (user === null || mayOverrule(actorOf(user))) return found
    // An unknown delivery cost can be typed instead.
    const open = warnings().map(({ warning, text }): OrderProblem =>
      warning === 'no_delivery_cost'
        ? { at: 'payment', problem: text }
        : { at: 'warnings', problem: { text: errors.may_not_overrule } },
    )
    return [...found, ...open]
  }

  /** Why the promo code can't be used, once it was looked up. */
  function codeProblems(order: NewOrder): OrderProblem[] {
    const { choices, promocode } = get()
    const company = session.store.getState().user?.company
    if (!choices || !company || order.promocode.trim() === '' || promocode.code !== order.promocode.trim()) return []
    const now = core.serverClock.now()
    const format = orderFormat(company, { lang: i18n.lang(), now })
    return preview(order, choices, { now, format, promocode: promocode.found }).price.refusals.flatMap((refusal) =>
      !refusal.allowed && fieldOfError(refusal) === 'promocode'
        ? [{ at: 'payment' as const, problem: { message: errors[refusal.code], params: errorParams(refusal, format) } }]
        : [],
    )
  }

  function warnings(): readonly OpenWarning[] {
    const { choices, warned } = get()
    const order = openOrder(get())
    const company = session.store.getState().user?.company
    if (!order || !choices || !company) return []
    const now = core.serverClock.now()
    const found = preview(order, choices, { now, format: orderFormat(company, { lang: i18n.lang(), now }) }).warnings
    const others = (warned[order.key] ?? []).filter((code) => found.every(({ warning }) => warning !== code))
    return [...found, ...others.map((warning) => ({ warning, text: { text: warningNames[warning] } }))]
  }

  /** Never replaces an order that was started: it is parked, or the caller has to wait. */
  function answer(call = get().calls.at(-1)): boolean {
    if (!call) {
      notices.show('info', 'No one has called within the last minute')
      return false
    }
    const { customer, phone } = call
    if (customer?.status === 0) {
      notices.show('negative', 'The user is blocked')
      return false
    }
    const isOfCaller = (order: NewOrder): boolean =>
      customer ? order.customer?.user_id === customer.user_id : phone !== '' && order.caller === phone
    const open = openOrder(get())
    const parked = parkedOrders(get())
    const begun = [...(open ? [open] : []), ...parked].find(isOfCaller)
    if (!begun && open && isTouched(open) && parked.length >= MAX_PARKED_ORDERS) {
      notices.show('info', 'Two orders are already parked. Create this one or discard it.')
      return false
    }
    calls.end(call)
    const order = { ...start(), caller: phone }
    show(begun ?? (customer ? withCustomer(order, customer) : order))
    return true
  }

  /** Repeated attempts to create the same customer use the same key. */
  let adding = { about: '', key: '' }

  return {
    store,
    async open(resume = false) {
      takeOwner()
      const latest = (): NewOrder | undefined => (resume ? parkedOrders(get()).at(-1) : undefined)
      if (!openOrder(get())) show(latest() ?? start())
      await Promise.all([loadChoices(), drafts.settled()])
      const now = openOrder(get())
      const found = latest()
      if (found && now && !isTouched(now) && now.caller === '') show(found)
    },
    retry: () => void loadChoices(),
    change,
    chooseMerchant,
    searchCustomers: queries.customers,
    chooseCustomer: (customer) => chooseCustomer(customer),
    async addCustomer(given) {
      const [mine, key] = [owner, get().open]
      const about = `${given.name}\n${given.phone}`
      if (adding.about !== about) adding = { about, key: randomUuid() }
      try {
        const { customer, isKnown } = await addCustomer(client, { ...given, key: adding.key }, country())
        if (mine !== owner) return false
        if (isKnown && customer.status !== 0)
          notices.show('info', 'This phone belongs to %1', { params: [customer.name || customer.phone] })
        return chooseCustomer(customer, key)
      } catch (error) {
        if (mine === owner) notices.showSentence('negative', asError(error))
        return false
      }
    },
    chooseAddress: ({ address, coords, info, verified }) =>
      change({ address, info, verified, ...(coords ? { coords, picked: true } : { picked: false }) }),
    typeAddress(address) {
      change({ address, picked: false, verified: false })
      const order = openOrder(get())
      if (order) queries.places(address, order)
    },
    repeat({ merchant, type, cart }) {
      const before = openOrder(get())
      chooseMerchant(merchant)
      change({ type, cart: cart.map((line) => newLine(line)) })
      if (!before || before.cart.length === 0) return
      const mine = owner
      const undo = (): void => {
        const now = get().orders.find((order) => order?.key === before.key)
        const { merchant: previousMerchant, type: previousType, cart: previousCart } = before
        if (mine !== owner || !now) return
        // A place that was picked in the meantime stays.
        const coords = now.picked ? now.coords : before.coords
        replace(now, { ...now, merchant: previousMerchant, coords, type: previousType, cart: previousCart })
      }
      notices.show('info', 'Items replaced', { action: { label: 'Undo', run: undo } })
    },
    async ring(phone, onAnswer) {
      takeOwner()
      // So that an order started for this caller is found.
      const mine = owner
      await drafts.settled()
      if (mine === owner) await calls.ring(phone, (call) => answer(call) && onAnswer())
    },
    answer,
    park() {
      const order = openOrder(get())
      if (order && !isTouched(order)) held.remove(order.key)
      else if (parkedOrders(get()).length >= MAX_PARKED_ORDERS) return false
      set({ open: null })
      return true
    },
    resume(key) {
      const order = get().orders.find((entry) => entry?.key === key)
      if (order) show(order)
    },
    discard() {
      const order = openOrder(get())
      if (!order) return
      held.remove(order.key)
      set({ open: null })
      if (!isTouched(order)) return
      const mine = owner
      const undo = (): void => {
        if (mine === owner) held.put(order)
      }
      notices.show('info', 'Order discarded', { action: { label: 'Undo', run: undo } })
    },
    warnings,
    problems,
    async create(confirmed = []) {
      const order = openOrder(get())
      if (!order || problems().length > 0) return 'incomplete'
      const { [order.key]: _previous, ...refused } = get().refused
      const row = { ...rowOf(order, get().choices ?? noChoices), overruled: [...new Set(confirmed)] }
      const created = sending.send({ intent_id: order.key, row, typed: { ...order } })
      held.remove(order.key)
      set({ open: null, refused })
      return created
    },
    stopWaiting: sending.stopWaiting,
    sendStored() {
      if (owner === '') takeOwner()
      else sending.restore()
    },
  }
}

const known = new WeakMap<Core, NewOrders>()

/** The new orders of a core, created when first needed: the console loads them on demand. */
export function newOrdersOf(core: Core): NewOrders {
  const found = known.get(core) ?? createNewOrders(core)
  known.set(core, found)
  return found
}
