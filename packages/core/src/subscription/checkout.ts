import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Client, type Clock, randomUuid } from '@tiffin/sdk/client'
import { apiError, isApiError, type Payment } from '@tiffin/sdk/contract'
import type { Message } from '#i18n/text-key'

/** A top-up, or a change of tariff (BILL-23). */
export type PaymentRequest =
  { type: 1; bill: string } | { type: 4 | 5; tariff: number; tariff_period: number; option: readonly string[] }

export type CheckoutState =
  | { phase: 'idle' }
  | { phase: 'sending' }
  /** The server's bill differs from the one shown, so it must be confirmed. */
  | { phase: 'repriced'; payment: Payment }
  /** `late`: after 30 minutes, the payment is no longer waited for. */
  | { phase: 'waiting'; payment: Payment; page: string; late: boolean }
  /** `later`: the change waits for the end of the subscription (BILL-32). */
  | { phase: 'done'; payment: Payment; result: 'applied' | 'later' | 'topped up' }
  | { phase: 'failed'; error: Message }

export interface Checkout {
  store: StoreApi<CheckoutState>
  /** @param shown the type and the bill that the user has seen */
  start(request: PaymentRequest, shown: { type: number; bill: string }): Promise<void>
  /** Pays the bill shown by `repriced`. */
  confirm(): Promise<void>
  /** Continues a payment that was begun before, such as in another tab. */
  resume(payment: Payment): Promise<void>
  /** Checks the payment's state now instead of at the next 10 s interval. */
  check(): Promise<void>
  /** Withdraws the payment. */
  cancel(): Promise<void>
  close(): void
}

interface Options {
  client: Pick<Client, 'Reference' | 'Company'>
  clock: Clock
  company: number
  /** Opens the provider's page (BILL-29). */
  openPage: (url: string) => void
  /** The subscription has changed. */
  onSettled: () => void
  log: (message: string, error: unknown) => void
}

const POLL_MS = 10_000
const LONGEST_MS = 30 * 60_000

/** Takes a payment from the request to its end. Only the server decides how much is due and when it is paid (AMB-002, AMB-236). */
export function createCheckout({ client, clock, company, openPage, onSettled, log }: Options): Checkout {
  const store = createStore<CheckoutState>(() => ({ phase: 'idle' }))
  const { getState: get, setState } = store
  const set = (state: CheckoutState): void => setState(state, true)
  const options = { company, retryWrites: true }
  /** One key per request, so that repeating it after a lost answer creates no second payment. */
  let sent = { content: '', key: '' }
  let stopTimer = (): void => {}
  /** Number of the latest run; answers to earlier ones are dropped. */
  let run = 0

  function stop(): number {
    stopTimer()
    run += 1
    return run
  }

  function fail(error: unknown): void {
    const known = isApiError(error) ? error : apiError('server_error')
    if (!isApiError(error)) log('the payment failed', error)
    set({ phase: 'failed', error: known })
  }

  async function guarded(work: (mine: number) => Promise<void>): Promise<void> {
    const mine = stop()
    set({ phase: 'sending' })
    try {
      await work(mine)
    } catch (error) {
      if (mine === run) fail(error)
    }
  }

  async function pay(payment: Payment, mine: number): Promise<void> {
    const { data } = await client.Company.TariffUp({ order_id: payment.payment_id }, options)
    if (mine !== run) return
    if (data.status === 'FAIL') {
      set({ phase: 'failed', error: { message: data.error ?? 'Error' } })
      return
    }
    const page = data.page !== undefined && isWebAddress(data.page) ? data.page : undefined
    if (page === undefined) return settle((await read(payment)) ?? payment)
    set({ phase: 'waiting', payment, page, late: false })
    openPage(page)
    follow(mine, clock.now())
  }

  /** Asks every 10 s until the payment is decided (BILL-30). */
  function follow(mine: number, since: number): void {
    stopTimer = clock.after(POLL_MS, () => {
      const state = get()
      if (mine !== run || state.phase !== 'waiting') return
      if (clock.now() - since >= LONGEST_MS) return set({ ...state, late: true })
      void check().then(() => mine === run && get().phase === 'waiting' && follow(mine, since))
    })
  }

  async function read({ payment_id }: Payment): Promise<Payment | undefined> {
    const search = [{ key: 'payment_id', prm: payment_id }]
    const { data } = await client.Reference.getData({ tables: [{ table: 'payment', search, limit: [0, 1] }] }, { company })
    return data['payment']?.data[0] as Payment | undefined
  }

  async function check(): Promise<void> {
    const state = get()
    const mine = run
    if (state.phase !== 'waiting') return
    try {
      const payment = await read(state.payment)
      if (mine === run && payment && isDecided(payment)) settle(payment)
    } catch (error) {
      // The next attempt may succeed.
      log("can't read the payment", error)
    }
  }

  function settle(payment: Payment): void {
    stop()
    const { state, type } = payment
    if (state === 'failed' || state === 'cancelled' || state === 'refunded') set({ phase: 'failed', error: reasonOf(payment) })
    else set({ phase: 'done', payment, result: type === 1 ? 'topped up' : state === 'waiting' ? 'later' : 'applied' })
    onSettled()
  }

  return {
    store,
    start: (request, shown) =>
      guarded(async (mine) => {
        const content = JSON.stringify(request)
        if (sent.content !== content) sent = { content, key: randomUuid() }
        const { data } = await client.Reference.saveData(
          { tables: [{ table: 'payment', row: { ...request } }] },
          { ...options, idempotencyKey: sent.key },
        )
        sent = { content: '', key: '' }
        const payment = data['payment']?.rows[0]?.data as Payment | undefined
        if (mine !== run) return
        if (!payment) throw new Error('The payment is missing from the answer')
        if (payment.state === 'waiting') return settle(payment)
        if (payment.type !== shown.type || Number(payment.bill) !== Number(shown.bill)) set({ phase: 'repriced', payment })
        else await pay(payment, mine)
      }),
    confirm: async () => {
      const state = get()
      if (state.phase === 'repriced') await guarded((mine) => pay(state.payment, mine))
    },
    resume: (payment) => guarded((mine) => pay(payment, mine)),
    check,
    cancel: async () => {
      const state = get()
      if (state.phase !== 'waiting' && state.phase !== 'repriced') return
      await guarded(async (mine) => {
        await cancelPayment(client, state.payment, company)
        if (mine === run) set({ phase: 'idle' })
        onSettled()
      })
    },
    close() {
      stop()
      set({ phase: 'idle' })
    },
  }
}

/** Withdraws a payment that is open or waits for the end of the subscription. */
export async function cancelPayment(client: Pick<Client, 'Company'>, payment: Payment, company: number): Promise<void> {
  await client.Company.cancelPayment({ payment_id: payment.payment_id }, { company, retryWrites: true })
}

/** A paid change of tariff is decided only once it is applied. */
const isDecided = ({ type, state }: Payment): boolean => state !== 'open' && !(type !== 1 && state === 'paid')

function reasonOf({ state, description }: Payment): Message {
  if (state === 'cancelled') return { message: 'The payment was cancelled' }
  if (state === 'refunded') return { message: 'The payment was refunded' }
  return { message: description || 'The payment failed' }
}

/** Only web addresses are opened; a relative one is a page of our server. */
const isWebAddress = (address: string): boolean => /^(https?:\/\/|\/(?!\/))/i.test(address)
