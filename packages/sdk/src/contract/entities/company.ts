import * as z from 'zod'
import { defineEntity, type Row } from '../entity.ts'
import {
  email,
  type Field,
  files,
  flag,
  host,
  id,
  image,
  int,
  json,
  MAX_KEEP_ALIVE,
  moment,
  money,
  multilang,
  number,
  phone,
  reference,
  referenceList,
  text,
  timezoneSchema,
  url,
  word,
} from '../field.ts'
import { companyLimits, companyOptions, type CompanyLimit, type CompanyOption } from '../gate.ts'
import { contactSchema } from './contact.ts'
import { workDaySchema } from './merchant.ts'

/** The current users of a company: the member seen most recently, and the number of others (AMB-150). */
const usedBySchema = z.object({
  admin_id: z.number().int(),
  login: z.string(),
  name: z.string(),
  surname: z.string(),
  img: z.string(),
  others: z.number().int(),
})

/** Options set by the tariff; only the platform changes them (AMB-003). */
const options = Object.fromEntries(companyOptions.map((name) => [name, flag({ write: 'platform' })])) as Record<
  CompanyOption,
  Field<0 | 1>
>
/** Empty means unlimited and 0 means none (AMB-084). */
const limits = Object.fromEntries(companyLimits.map((name) => [name, int({ write: 'platform' })])) as Record<
  CompanyLimit,
  Field<number | null>
>

/** A company of the platform. Created by Company/Create and deleted by Company/Delete, never by the generic calls. */
export const company = defineEntity('company', {
  key: 'company_id',
  scope: 'company',
  access: { read: 'staff', write: 'owners', create: 'nobody', delete: 'nobody' },
  search: ['name'],
  distinct: ['domain', 'domain_config'],
  /** How it works; not who it is. */
  configuration: {
    except: [
      'name',
      'description',
      'logo',
      'cover',
      'domain',
      'domain_config',
      'google_maps_key',
      'service_phone',
      'courier_phone',
      'contact',
      'legal_name',
      'legal_phone',
      'legal_email',
      'legal_tax',
      'legal_address',
      'legal_bank',
      'legal_bic',
      'legal_iban',
      'docs',
    ],
  },
  joins: {
    status: { as: 'status_obj', fields: ['company_status_id', 'name'] },
    creator: { as: 'creator_obj', fields: ['admin_id', 'login', 'name', 'surname', 'img'] },
    owner_id: { as: 'owner_obj', fields: ['admin_id', 'login', 'name', 'surname', 'img'] },
    country: {
      as: 'country_obj',
      fields: [
        'country_id',
        'name',
        'alpha2',
        'phone_code',
        'phone_mask',
        'phone_len',
        'currency_symbol',
        'currency_code',
        'currency_name',
        'currency_rate',
      ],
    },
    base_tariff: { as: 'base_tariff_obj', fields: ['tariff_id', 'name', 'status', 'amount', 'option'] },
    tariff_period: { as: 'tariff_period_obj', fields: ['subscribe_period_id', 'name', 'month', 'discount'] },
  },
  fields: {
    company_id: id(),
    name: multilang({ required: true }),
    description: multilang(),
    logo: image(),
    cover: image(),
    status: reference('company_status', { initial: 1, write: 'platform' }),
    creator: reference('admin', { initial: { computed: 'actor' }, readonly: true }),
    owner_id: reference('admin', { initial: { computed: 'actor' }, readonly: true }),
    country: reference('country', { required: true }),
    lang: referenceList('global_lang', { required: true }),
    enable: flag({ initial: 1, write: 'platform' }),
    suspended: flag({ write: 'platform' }),
    /** Host name of the store; it counts as configured when longer than 4 characters (AMB-152). */
    domain_config: host({ option: 'allow_external_domain' }),
    /** Subdomain of the platform's domain, whose suffix is fixed (AMB-151). */
    domain: {
      ...text(),
      schema: z.string().regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)?$/, 'Enter a name, such as my-store'),
    },
    google_maps_key: text({ max: 200 }),
    /** Seconds; above 30 it overrides the server's setting (AMB-029). */
    keep_alive_timeout: int({ max: MAX_KEEP_ALIVE }),
    fee: money({ initial: '0.00' }),
    /** Tip percentages that the store offers (PRICE-09). */
    tips: json(z.array(z.number().min(0).max(100)).max(20), { initial: [] }),
    price_show_decimal: flag({ initial: 1 }),
    service_phone: phone(),
    courier_phone: phone(),
    agreement: url(),
    preliminary_indent_minutes: int(),
    /** km/h; 10 if empty or 0 (AMB-114). */
    approxumate_courier_speed: number(),
    /** Minutes; 15 if empty, 0 counts as set (AMB-114). */
    basic_delivery_time: int(),
    rate_count: int(),
    /** Seconds; 30 if empty, 0 turns repeating off (AMB-100). */
    sound_play_period: int(),
    /** Seconds; 30 if empty, at least 5 (AMB-100). */
    order_reload_timer: int(),
    contact: json(contactSchema, { initial: {} }),
    legal_name: text({ max: 500, read: 'owners' }),
    legal_phone: phone({ read: 'owners' }),
    legal_email: email({ read: 'owners' }),
    legal_tax: text({ max: 100, read: 'owners' }),
    legal_address: text({ max: 1000, read: 'owners' }),
    legal_bank: text({ max: 500, read: 'owners' }),
    legal_bic: text({ max: 50, read: 'owners' }),
    legal_iban: text({ max: 50, read: 'owners' }),
    docs: files({ read: 'owners' }),
    color_scheme: json(z.record(z.string().max(100), z.string().max(100)), { initial: {} }),
    base_tariff: reference('tariff', { write: 'platform' }),
    tariff_period: reference('subscribe_period', { write: 'platform' }),
    /** US dollars: the sum of its bookings, which the database keeps (AMB-237). */
    balance: money({ dollars: true, initial: '0.00', signed: true, read: 'owners', readonly: true }),
    due_date: moment({ read: 'owners', write: 'platform' }),
    /** When the current period began, and its price before the balance (AMB-238). */
    period_start: moment({ read: 'owners', write: 'platform' }),
    paid_total: money({ dollars: true, initial: '0.00', read: 'owners', write: 'platform' }),
    /** Due dates are whole months after this moment, so that 31 January is followed by 28 February and 31 March. */
    period_anchor: moment({ read: 'platform', readonly: true }),
    /** Days from the due date at the latest reminder, negative before it; the day of the block once blocked; empty if none is due (AMB-242). */
    reminder: int({ min: -99, read: 'owners', readonly: true }),
    /** Whether billing suspended or blocked it. Paying undoes that, but not a suspension or block by the platform (AMB-242). */
    suspended_for_bill: flag({ read: 'owners', readonly: true }),
    blocked_for_bill: flag({ read: 'owners', readonly: true }),
    /** Why its billing stopped; empty if it runs (AMB-243). */
    billing_problem: text({ max: 500, read: 'platform', readonly: true }),
    used_by: json(usedBySchema, { derived: true, readonly: true, read: 'platform' }),
    /** When the order count restarts (AMB-175). */
    order_limit_date: moment({ readonly: true }),
    order_count: int({ initial: 0, derived: true, readonly: true }),
    /** Days until `due_date`. */
    remaining_time: int({ derived: true, readonly: true }),
    trial: flag({ write: 'platform' }),
    /** Paid until (AMB-170). */
    active: moment({ write: 'platform' }),
    create: moment({ initial: { computed: 'now' }, readonly: true }),
    ...options,
    ...limits,
    /** US dollars for an order above `limit_order` (AMB-085). */
    overlimit_order_price: money({ dollars: true, write: 'platform' }),
    /** IANA name; determines when days begin everywhere. */
    timezone: {
      ...text({ initial: 'UTC' }),
      schema: timezoneSchema,
    },
    /** How delivery distance is calculated (AMB-112). */
    distance_model: word(['degrees', 'haversine'], { initial: 'degrees' }),
    /** Minutes after which a card shows a warning and counts as late (KDS-03). */
    order_age_warning: int({ initial: 5, max: 10_000 }),
    order_age_late: int({ initial: 8, max: 10_000 }),
    /** Minutes until an unacknowledged new order sounds louder; owners are notified after twice as many. 0: never (KDS-08). */
    escalate_after: int({ initial: 5, max: 1440 }),
    /** Handing a delivery over asks for the code that the customer has (KDS-13). */
    handoff_codes: flag(),
    /** When customers' messages are answered; empty means always. */
    chat_hours: json(z.array(workDaySchema).length(7), { option: 'allow_chat' }),
    /** Owners must have a second factor. */
    owner_second_factor: flag(),
    /** When it was deleted. The company is hidden and its rows are kept for 30 days (AMB-149). */
    deleted: moment({ read: 'platform', readonly: true }),
  },
})
export type Company = Row<typeof company>
