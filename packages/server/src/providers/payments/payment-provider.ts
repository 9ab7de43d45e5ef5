import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A movement of money that a provider reports. It is checked against the payment before anything is booked. */
export interface PaymentReport {
  /** A `dispute` takes the money back, `reinstated` returns it; the money of a `failed_refund` comes back to us. */
  kind: 'paid' | 'failed' | 'refund' | 'failed_refund' | 'dispute' | 'reinstated'
  /** The provider's own identifier of this movement; booked once. */
  reference: string
  /** Our payment; for refunds and disputes that don't state it, `of` is the reference of the original movement. */
  payment?: number | undefined
  of?: string | undefined
  /** The company that the provider states, if any. */
  company?: number | undefined
  /** The `pageHash` that the provider states, if any: another installation with the same account numbers its payments, too. */
  pageHash?: string | undefined
  /** Why, in the provider's words; for refunds and disputes. */
  reason?: string | undefined
  /** Decimal, in `currency`. */
  amount: string
  /** ISO code. */
  currency: string
  /** When it happened at the provider. */
  at: Date
}

/** A payment as a provider's page needs it. */
export interface PaymentRequest {
  payment: number
  company: number
  /** US dollars. */
  bill: string
  description: string
  lang: string
  pageHash: string
  now: Date
}

/** Identifies a payment everywhere, by the secret key of its page, without telling the key. */
export const pageHash = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 32)

export interface RefundRequest {
  /** Reference of the payment. */
  of: string
  /** US dollars. */
  amount: string
  /** A request repeated with the same key refunds nothing again. */
  key: string
}

/** A provider that takes money. */
export interface PaymentProvider {
  name: string
  /** The address of its page for a payment; null if the page is ours. */
  pageFor(request: PaymentRequest): Promise<string | null>
  /**
   * Verifies a callback and reads it.
   * @param raw the body as received, because the signature covers its bytes
   * @throws `invalid_value` if the signature or its time is wrong
   */
  readCallback(raw: Buffer, headers: IncomingHttpHeaders, now: Date): Promise<PaymentReport[]>
  /** Everything the provider has reported since this time, oldest first, in case callbacks were lost. */
  reportsSince(since: Date): Promise<PaymentReport[]>
  /**
   * Gives money back. Without it, someone does so by hand.
   * @returns the reference under which its callback reports the refund
   * @throws `refund_refused`
   */
  refund?(request: RefundRequest): Promise<string>
}
