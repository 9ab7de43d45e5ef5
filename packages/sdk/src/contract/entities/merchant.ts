import * as z from 'zod'
import { defineEntity, type Row } from '../entity.ts'
import {
  coordsSchema,
  flag,
  choice,
  id,
  image,
  int,
  intSchema,
  json,
  MAX_BUSY_MINUTES,
  moment,
  money,
  multilang,
  number,
  radiusBounds,
  reference,
  referenceList,
  secret,
  webhook,
} from '../field.ts'
import { contactSchema } from './contact.ts'
import { destinationInfoSchema } from './order.ts'

/** An address (MAP-21); `radius` in metres, only for delivery areas. */
export const addressSchema = z.object({
  coords: coordsSchema.nullable().default(null),
  city: z.number().int().nullable().default(null),
  address: z.string().max(1000).default(''),
  radius: intSchema(radiusBounds).optional(),
  info: destinationInfoSchema.partial().default({}),
})
export type Address = z.output<typeof addressSchema>

/** A band of distances in km; the cost is `price + per_km x (distance - from_km)` (AMB-110). */
export const deliveryTierSchema = z.object({
  from_km: z.number().min(0).max(10_000),
  to_km: z.number().min(0).max(10_000),
  price: z.number().min(0).max(1e9),
  per_km: z.number().min(0).max(1e9),
})
export type DeliveryTier = z.output<typeof deliveryTierSchema>

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/** Opening hours of one weekday. Day 0 is Sunday; an end at or before the start means the next day (AMB-154). */
export const workDaySchema = z.object({
  name: z.string().max(40),
  day: z.number().int().min(0).max(6),
  work: z.union([z.literal(0), z.literal(1)]),
  periods: z.array(z.object({ start: clock, end: clock })).max(10),
})
export type WorkDay = z.output<typeof workDaySchema>

/** An operator's rights for a merchant, by position: 1 board, 2 report, 3 to 10 the editor tabs (AMB-074, PERM-21). */
export const accessEntrySchema = z.object({ user: z.number().int(), access: z.array(z.number().int().min(0).max(2)).max(11) })
export type AccessEntry = z.output<typeof accessEntrySchema>

/** Names of weekdays by day number; 0 is Sunday. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** A seller of the company (MERCH-14). */
export const merchant = defineEntity('merchant', {
  key: 'merchant_id',
  scope: 'company',
  access: { read: 'staff', write: 'staff', create: 'owners', delete: 'owners', rows: 'merchant' },
  limit: 'limit_merchant',
  search: ['name', 'description'],
  sort: 'order',
  joins: {
    type: { as: 'type_obj', fields: ['merchant_type_id', 'type'] },
    status: { as: 'status_obj', fields: ['id', 'name'] },
    company: { as: 'company_obj', fields: ['company_id', 'name', 'logo'] },
  },
  fields: {
    merchant_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    name: multilang({ required: true }),
    description: multilang(),
    status: reference('merchant_status', { initial: 1 }),
    type: reference('merchant_type'),
    delivery_mode: reference('delivery_mode', { initial: 1 }),
    address: json(addressSchema, { initial: { coords: null, city: null, address: '', info: {} } }),
    cuisine: referenceList('cuisine'),
    logo: image(),
    cover: image(),
    order: int({ initial: 1 }),
    /** Derived from the company's country (MERCH-18). */
    currency: json(z.object({ symbol: z.string(), code: z.string(), name: z.string(), rate: z.number().nullable() }).partial(), {
      initial: {},
      readonly: true,
    }),
    work_time: json(z.array(workDaySchema).length(7), {
      initial: weekdays.map((name, day) => ({ name, day, work: 1 as const, periods: [{ start: '10:00', end: '22:00' }] })),
    }),
    delivery: json(z.array(deliveryTierSchema).max(100), { initial: [] }),
    separate_categories: flag(),
    alcohol_warning: choice([1, 2], { initial: 2 }),
    cutlery: flag(),
    use_balance: flag(),
    show_zero_price: flag(),
    show_zero_balance: flag(),
    show_tags_description: flag(),
    product_card_text_fit: flag(),
    token: secret({ initial: { computed: 'uuid' }, readonly: true }),
    webhook_sale: webhook({ option: 'allow_acc_sys_integration' }),
    cooking_time: int({ initial: 20, max: 10_000 }),
    /** Overrides the company's value for this merchant (KDS-08). */
    escalate_after: int({ max: 1440 }),
    /** New orders go to the column after the created one, as if a user had accepted them (KDS-08). */
    auto_accept: flag(),
    /** Set by `Merchant.pace`. A pause and a busy period end automatically at their times (KDS-07). */
    paused_until: moment({ readonly: true }),
    busy_until: moment({ readonly: true }),
    busy_minutes: int({ min: 1, max: MAX_BUSY_MINUTES, readonly: true }),
    min_order_cost: money({ initial: '0.00' }),
    min_stock_balance: number(),
    preliminary_indent_days: int({ initial: 0, max: 3650 }),
    contact: json(contactSchema, { initial: {} }),
    access: json(z.array(accessEntrySchema).max(10_000), { initial: [], write: 'owners' }),
  },
})
export type Merchant = Row<typeof merchant>
