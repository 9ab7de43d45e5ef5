import type { StoreApi } from 'zustand/vanilla'
import type { Client, Clock } from '@tiffin/sdk/client'
import type { I18n } from '#i18n/create-i18n'
import type { Sentence } from '#i18n/text-key'
import type { Notices } from '#notices/notices'
import { formatPhone, type PhoneCountry } from '#rules/index'
import { findByPhone } from './customers.ts'
import type { Customer } from './new-order.ts'
import type { NewOrderState, PhoneCall } from './new-order-state.ts'

/** A call rings once within this time, and may be answered as long. */
const CALL_MS = 60_000
/** The notice may cover other controls, so it ends before the call can no longer be answered. */
const NOTICE_MS = 30_000

export interface PhoneCalls {
  /** A phone has started to ring. `onAnswer` runs if the user chooses to take an order. */
  ring(phone: string, onAnswer: (call: PhoneCall) => void): Promise<void>
  /** Removes the call and its notice. */
  end(call: PhoneCall): void
  /** Forgets all calls, such as those of another company. */
  clear(): void
}

interface FoundCaller {
  /** Null if no customer has this phone. */
  customer: Customer | null
  /** Number of orders they have placed. */
  orders: number
}

/** Isolated, because right-to-left text would reverse the groups of digits. */
const isolatedPhone = (phone: string): string => `\u2066${formatPhone(phone)}\u2069`

/** The caller's name, or the phone; empty if both are unknown. */
export const callerName = ({ customer, phone }: Pick<PhoneCall, 'customer' | 'phone'>): string =>
  customer?.name || (phone === '' ? '' : isolatedPhone(phone))

export function createPhoneCalls(options: {
  client: Client
  clock: Clock
  store: StoreApi<NewOrderState>
  notices: Notices
  i18n: I18n
  country: () => PhoneCountry
  log: (message: string, error: unknown) => void
}): PhoneCalls {
  const { client, clock, store, notices, i18n, country, log } = options
  const { getState: get, setState: set } = store
  let rung = new Set<string>()

  async function find(phone: string): Promise<FoundCaller> {
    const customer = phone === '' ? undefined : await findByPhone(client, phone, country())
    if (!customer) return { customer: null, orders: 0 }
    const placed = await client.Order.placed({ user: customer.user_id })
    return { customer, orders: placed.data.orders }
  }

  function textOf(phone: string, found: FoundCaller | null): Sentence {
    const number = isolatedPhone(phone)
    if (phone === '') return { text: 'A hidden number is calling' }
    if (!found) return { text: '%1 is calling', params: [number] }
    const { customer, orders } = found
    if (!customer) return { text: '%1 is calling. No customer has this number yet.', params: [number] }
    const name = customer.name || i18n.t('Customer')
    if (customer.status === 0) return { text: '%1 is calling: %2. The user is blocked', params: [number, name] }
    if (orders === 0) return { text: '%1 is calling: %2, no orders yet', params: [number, name] }
    return { text: '%1 is calling: %2, %3', params: [number, name, i18n.t('%1 orders', [orders])] }
  }

  function end(call: PhoneCall): void {
    notices.close(call.notice)
    set({ calls: get().calls.filter((other) => other !== call) })
  }

  return {
    async ring(phone, onAnswer) {
      if (rung.has(phone)) return
      const mine = rung
      mine.add(phone)
      clock.after(CALL_MS, () => mine.delete(phone))
      const found = await find(phone).catch((error: unknown) => {
        log("can't read the calling customer", error)
        return null
      })
      if (mine !== rung) return
      const customer = found?.customer ?? null
      const action = customer?.status === 0 ? {} : { action: { label: 'New order' as const, run: () => onAnswer(call) } }
      const text = textOf(phone, found)
      const notice = notices.showSentence('info', text, { ...action, ms: NOTICE_MS, isBackground: true })
      const call: PhoneCall = { phone, customer, text, notice }
      set({ calls: [...get().calls, call] })
      clock.after(CALL_MS, () => end(call))
    },
    end,
    clear() {
      rung = new Set()
      for (const call of get().calls) end(call)
    },
  }
}
