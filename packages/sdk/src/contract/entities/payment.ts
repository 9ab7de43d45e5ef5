import * as z from 'zod'
import { defineEntity, type Row } from '../entity.ts'
import { flag, id, int, json, moment, money, reference, secret, text, word } from '../field.ts'
import { whyStepSchema } from '../why-step.ts'

/**
 * `open` waits for money; `paid` has it and waits for its tariff; `applied` is complete; `waiting` is a change for the end of the
 * subscription; `cancelled` was replaced or withdrawn; `failed` and `refunded` are reported by the provider.
 */
export const paymentStates = ['open', 'waiting', 'paid', 'applied', 'cancelled', 'failed', 'refunded'] as const
export type PaymentState = (typeof paymentStates)[number]

/**
 * A request for a top-up or a tariff, or a charge of the server, in US dollars. An owner creates one; the server sets the amounts
 * and the state (AMB-002, AMB-237). Money is booked in `booking`. Payments are never deleted.
 */
export const payment = defineEntity('payment', {
  key: 'payment_id',
  scope: 'company',
  previews: true,
  access: { read: 'owners', create: 'owners', write: 'nobody', delete: 'nobody' },
  search: ['description'],
  index: [['date'], ['type', 'tariff']],
  joins: {
    company: { as: 'company_obj', fields: ['company_id', 'name', 'logo'] },
    type: { as: 'type_obj', fields: ['payment_type_id', 'name'] },
    tariff: { as: 'tariff_obj', fields: ['tariff_id', 'name'] },
    tariff_period: { as: 'tariff_period_obj', fields: ['subscribe_period_id', 'name', 'month', 'discount'] },
    user: { as: 'user_obj', fields: ['admin_id', 'login', 'name', 'surname', 'img'] },
  },
  fields: {
    payment_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    /** 1 top-up, 4 tariff now, 5 tariff later (AMB-167). */
    type: reference('payment_type', { required: true }),
    bill: money({ dollars: true, initial: '0.00' }),
    tariff: reference('tariff'),
    /** Chosen add-ons: names of `allow_` options. */
    option: json(z.array(z.string().max(100)).max(100), { initial: [] }),
    tariff_period: reference('subscribe_period'),
    set_period: flag(),
    set_trial: flag(),
    /** The administrator who created it. */
    user: reference('admin', { initial: { computed: 'actor' }, readonly: true }),
    date: moment({ initial: { computed: 'now' }, readonly: true }),
    state: word(paymentStates, { initial: 'open', readonly: true }),
    /** How the bill was calculated, and when; it is held for 30 minutes (AMB-235). */
    steps: json(z.array(whyStepSchema).max(30), { initial: [], readonly: true }),
    priced_at: moment({ readonly: true }),
    /** The whole new period before the balance; counts as the amount paid when terms change again (AMB-238). */
    total: money({ dollars: true, initial: '0.00', readonly: true }),
    /** Taken from the balance when the change is applied; negative if it is credited. */
    charge: money({ dollars: true, initial: '0.00', signed: true, readonly: true }),
    /** The server makes the key of the payment page from this: anyone with the address of the page can use it. */
    page_key: secret({ readonly: true }),
    /** Received so far, or negative for a write-off (AMB-168). */
    amount: money({ dollars: true, initial: '0.00', signed: true, readonly: true }),
    description: text({ readonly: true }),
    date_paid: moment({ readonly: true }),
    /** When its tariff took effect (AMB-176). */
    date_applied: moment({ readonly: true }),
  },
})
export type Payment = Row<typeof payment>

/** Why money moved. `order`: orders above the limit; `correction`: by a platform administrator, with a reason. */
export const bookingKinds = ['payment', 'subscription', 'credit', 'order', 'refund', 'dispute', 'correction', 'opening'] as const
export type BookingKind = (typeof bookingKinds)[number]

/**
 * A movement of a company's balance, in US dollars; the balance is their sum (AMB-237). Bookings are never changed or deleted: the
 * database grants no right to.
 */
export const booking = defineEntity('booking', {
  key: 'booking_id',
  scope: 'company',
  appendOnly: true,
  access: { read: 'owners', write: 'nobody' },
  search: ['reason'],
  index: [['date']],
  // A confirmation that is delivered twice is booked once.
  unique: [['reference']],
  joins: {
    company: { as: 'company_obj', fields: ['company_id', 'name', 'logo'] },
    payment: { as: 'payment_obj', fields: ['payment_id', 'type', 'date'] },
    user: { as: 'user_obj', fields: ['admin_id', 'login', 'name', 'surname', 'img'] },
  },
  fields: {
    booking_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    kind: word(bookingKinds, { required: true }),
    amount: money({ dollars: true, initial: '0.00', signed: true }),
    payment: reference('payment'),
    /** Identifies the booked event, such as the provider's reference; unique in the company. */
    reference: text({ max: 200, required: true }),
    reason: text({ max: 500 }),
    /** The person who booked it; empty for the server. */
    user: reference('admin'),
    date: moment({ required: true }),
  },
})
export type Booking = Row<typeof booking>

/**
 * The invoice of a charge, or the credit note of a credit, in US dollars. Its number follows the previous one of the platform
 * without a gap. It is never changed: names and addresses are those of its day (decision 027).
 */
export const invoice = defineEntity('invoice', {
  key: 'invoice_id',
  scope: 'company',
  appendOnly: true,
  access: { read: 'owners', write: 'nobody' },
  search: ['buyer'],
  index: [['date'], ['payment']],
  unique: [['booking']],
  joins: {
    company: { as: 'company_obj', fields: ['company_id', 'name', 'logo'] },
    payment: { as: 'payment_obj', fields: ['payment_id', 'type', 'date'] },
  },
  fields: {
    invoice_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    /** Unique on the platform. */
    number: int({ required: true, min: 1 }),
    date: moment({ required: true }),
    /** Negative for a credit note. */
    amount: money({ dollars: true, initial: '0.00', signed: true }),
    /** Name and address of the company, and of the platform. */
    buyer: text({ max: 2000 }),
    seller: text({ max: 2000 }),
    /** Items that add up to the amount. */
    lines: json(z.array(whyStepSchema).max(30), { initial: [] }),
    booking: reference('booking'),
    payment: reference('payment'),
    /** As printed, in HTML; Company/invoice returns it. */
    document: text({ max: 100_000, read: 'nobody' }),
  },
})
export type Invoice = Row<typeof invoice>
