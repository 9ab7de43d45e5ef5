import * as z from 'zod'
import { defineEntity, type Row } from '../entity.ts'
import {
  amountSchema,
  choice,
  code,
  coords,
  date,
  flag,
  id,
  int,
  json,
  moment,
  money,
  number,
  percent,
  reference,
  text,
} from '../field.ts'

/** A line of an order's cart (ORDER-13); the server computes the sums (AMB-004). */
export const cartItemSchema = z.object({
  id: z.union([z.number().int(), z.string().max(100)]),
  name: z.string().max(500).default(''),
  description: z.string().max(5000).default(''),
  /** The file name of a stored picture. */
  img: z.string().max(500).default(''),
  qty: z.number().min(0).max(100_000),
  price: amountSchema.default('0.00'),
  discount: amountSchema.default('0.00'),
  amount: amountSchema.default('0.00'),
  total: amountSchema.default('0.00'),
  addons: z
    .array(
      z.object({
        id: z.union([z.number().int(), z.string().max(100)]).optional(),
        name: z.string().max(500),
        qty: z.number().min(0).max(100_000).default(1),
        price: amountSchema.default('0.00'),
      }),
    )
    .max(200)
    .default([]),
  payment_commission: amountSchema.default('0.00'),
  /** Emphasised on cards and tickets, more than the item. */
  note: z.string().max(1000).default(''),
  allergens: z.array(z.string().max(100)).max(50).default([]),
  station: z.string().max(100).default(''),
})
export type CartItem = z.output<typeof cartItemSchema>

/** Boards read whole carts, hundreds of them at once. Orders of large events have about 60 lines and 20 kB. */
const MAX_CART_LINES = 250
const MAX_CART_KB = 64
const CART_TOO_LARGE = 'Enter at most 250 items, 64 kB in total'
const isOfSize = (cart: unknown): boolean => new TextEncoder().encode(JSON.stringify(cart)).length <= MAX_CART_KB * 1024

export const destinationInfoSchema = z.object({
  entrance: z.string().max(100).default(''),
  intercom: z.string().max(100).default(''),
  flat: z.string().max(100).default(''),
  floor: z.string().max(100).default(''),
  comment: z.string().max(2000).default(''),
})

/** Reasons against taking an order. A user with the right to overrule them may take it anyway. */
export const orderWarnings = ['not_taking', 'closed', 'too_early', 'min_cost', 'outside_area', 'no_delivery_cost'] as const

export const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)

/** An order (ORDER-05). `order_status` is the key of its status, `order` its position in the column. */
export const order = defineEntity('order', {
  key: 'order_id',
  scope: 'company',
  // Among editors, owners may delete any order and others only the orders they created (BOARD-31, AMB-094).
  access: { read: 'staff', write: 'staff', delete: 'editors', rows: 'ofMerchant' },
  previews: true,
  search: ['destination_address', 'comment'],
  index: [
    // A move looks up the ends of a column, and the last column holds every delivered order.
    ['order_status', 'order'],
    ['delete', 'time_create'],
    ['time_finish'],
    ['user'],
    // Used to find, for each courier of a list, whether orders of a merchant name them (PERM-03).
    ['courier', 'merchant'],
    ['merchant', 'ticket_day', 'ticket'],
  ],
  joins: {
    user: {
      as: 'user_obj',
      fields: ['user_id', 'name', 'phone', 'img', 'bonus_score'],
      // Counting orders would slow down reports and exports (KDS-15).
      board: ['status', 'orders', 'noted', 'comment'],
    },
    courier: { as: 'courier_obj', fields: ['courier_id', 'phone', 'name', 'img'] },
    company: {
      as: 'company_obj',
      fields: [
        'company_id',
        'name',
        'logo',
        'approxumate_courier_speed',
        'basic_delivery_time',
        'tips',
        'fee',
        'price_show_decimal',
      ],
    },
    merchant: {
      as: 'merchant_obj',
      fields: [
        'merchant_id',
        'name',
        'logo',
        'contact',
        'address',
        'delivery',
        'use_balance',
        'min_stock_balance',
        'show_zero_price',
      ],
    },
    type: { as: 'type_obj', fields: ['order_type_id', 'icon', 'value'] },
    order_status: {
      as: 'status',
      fields: [
        'order_status_id',
        'status',
        'value',
        'color',
        'sound',
        'merchant',
        'transfer',
        'created',
        'done',
        'ready',
        'print',
      ],
    },
    pay_type: { as: 'pay_type_obj', fields: ['pay_type_id', 'name', 'admin', 'odd'] },
  },
  searchOnly: {
    /** The hour of day of `time_finish`, in the company's time zone. */
    hour: { of: 'time_finish', field: choice(hoursOfDay) },
    /** The city of the merchant's address (REPORT-04). */
    city: { of: 'merchant', field: reference('city') },
  },
  fields: {
    order_id: id(),
    company: reference('company', { required: true, readonly: true, initial: { computed: 'company' } }),
    user: reference('user', { required: true }),
    courier: reference('courier', { initial: 0, nullValue: 0, option: 'allow_courier_app' }),
    merchant: reference('merchant', { required: true }),
    type: reference('order_type', { initial: 1 }),
    order_status: reference('order_status', { required: true }),
    pay_type: reference('pay_type'),
    time_create: moment({ initial: { computed: 'now' }, readonly: true }),
    last_time: moment({ initial: { computed: 'now' }, readonly: true }),
    time_finish: moment({ initial: { computed: 'now' } }),
    time_delivery: moment({ readonly: true }),
    destination_address: text(),
    destination_coordinates: coords(),
    destination_info: text(),
    destination_info_json: json(destinationInfoSchema.partial(), { initial: {} }),
    /** The address was typed, and neither the map nor an earlier order confirms it. */
    destination_unverified: flag(),
    comment: text(),
    info: text(),
    cart: json(z.array(cartItemSchema).max(MAX_CART_LINES, CART_TOO_LARGE).refine(isOfSize, CART_TOO_LARGE), { initial: [] }),
    cost: money({ initial: '0.00', readonly: true }),
    discount: money({ initial: '0.00' }),
    bonus: money({ initial: '0.00' }),
    promocode: code({ max: 100, option: 'allow_promocode' }),
    promocode_amount: money({ initial: '0.00', readonly: true }),
    promocode_type: int({ readonly: true }),
    promocode_discount: number({ readonly: true }),
    fee: money({ initial: { computed: 'companyFee' } }),
    tips: money({ initial: '0.00' }),
    tips_percent: percent({ initial: 0 }),
    total: money({ initial: '0.00', readonly: true }),
    delivery: money({ initial: '0.00' }),
    payment_commission: money({ initial: '0.00', readonly: true }),
    paid: flag(),
    pay_status: int({ initial: 0, readonly: true }),
    pay_date: moment({ readonly: true }),
    pay_info: json(z.record(z.string(), z.unknown()), { initial: {}, readonly: true }),
    cutlery: int({ initial: 0, max: 1000 }),
    asap: flag({ initial: 1 }),
    print: int({ initial: 0, readonly: true }),
    order: number({ initial: 0, volatile: true, min: -1e15 }),
    max_coock_time: int({ readonly: true }),
    delivery_time: int({ readonly: true }),
    pre_order_accept: flag(),
    accrual: money({ initial: '0.00' }),
    parent_order: reference('order'),
    platform: text({ readonly: true, max: 100 }),
    ver: text({ readonly: true, max: 100 }),
    admin: reference('admin', { initial: { computed: 'actor' }, readonly: true }),
    cell: text({ max: 100 }),
    delete: flag({ readonly: true }),
    odd: money(),
    currency: text({ readonly: true, max: 10 }),
    lang: text({ readonly: true, max: 10 }),
    /** Warnings that `admin` overruled to create the order; a request for a new order lists those it confirms (AMB-213). */
    overruled: json(z.array(z.enum(orderWarnings)).max(orderWarnings.length), { initial: [], readonly: true }),
    /** Short number per merchant and company day, shown large on cards and tickets (KDS-22). */
    ticket: int({ initial: 0, readonly: true }),
    ticket_day: date({ readonly: true }),
    /** Why the order was cancelled (KDS-23). */
    cancel_reason: text({ max: 500, readonly: true }),
    /** Why it was handed over without the customer's code (KDS-13). */
    handoff_reason: text({ max: 500, readonly: true }),
    /**
     * Keys of the cart lines that are ready (KDS-10). Like the card position, they have no history and don't increase the
     * revision.
     */
    ticks: json(z.array(z.string().max(40)).max(1000), { initial: [], readonly: true, volatile: true }),
    /** Someone has acknowledged the new order: it stops flashing and ringing on all boards (KDS-05). */
    acknowledged: flag({ readonly: true, volatile: true }),
    /** How far an unacknowledged order has escalated: 0 no, 1 louder, 2 owners notified (KDS-08). */
    escalated: int({ initial: 0, readonly: true, volatile: true }),
  },
})
export type Order = Row<typeof order>
