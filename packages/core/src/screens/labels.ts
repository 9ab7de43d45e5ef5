import { entities, type Entity, type EntityName } from '@tiffin/sdk/contract'
import type { Translate } from '#i18n/create-i18n'
import { type DefaultLabel, defaultLabel } from '#i18n/default-label'
import type { PlainKey } from '#i18n/text-key'
import { warningNames } from '#rules/index'
import type { FieldOf } from './screen.ts'

/** Fields that are shown by name. Keys are shown as ID, and the other fields are only for programs. */
type FieldName = {
  [N in EntityName]: Exclude<FieldOf<N>, `${N}_id` | 'id' | 'revision' | 'ticks' | 'acknowledged' | 'escalated'>
}[EntityName]

/** Fields whose default label is not in the dictionaries. */
type FieldWithoutLabel<Name = FieldName> = Name extends string ? (DefaultLabel<Name> extends PlainKey ? never : Name) : never

/** Labels that differ from the default. The compiler reports fields without one here or in `i18n/names.ts`. */
const labels = {
  active: 'Last active',
  admin: 'Administrator',
  admin_status: 'Status',
  allow_acc_sys_integration: 'Accounting plugins',
  allow_accrual_bonus: 'Bonuses',
  allow_ai: 'AI tools',
  allow_banner: 'Banners',
  allow_chat: 'Chat',
  allow_courier_app: 'Couriers and courier app',
  allow_external_domain: 'Custom domain',
  allow_mailing: 'Mailings',
  allow_mobile_app: 'Mobile app',
  allow_online_map: 'Online map',
  allow_online_payment: 'Online payment',
  allow_promocode: 'Promo codes',
  allow_push: 'Push messages',
  allow_report: 'Reports',
  allow_showcase_discount: 'Storefront discount',
  allow_web_app: 'Web app',
  allow_white_lablel: 'White label',
  alpha2: 'Two-letter code',
  alpha3: 'Three-letter code',
  answer: 'Last answer',
  approxumate_courier_speed: 'Courier speed, km/h',
  base_tariff: 'Tariff',
  basic_delivery_time: 'Base delivery time, min',
  bonus_score: 'Bonus points',
  busy_minutes: 'Extra minutes while busy',
  busy_until: 'Busy until',
  code_time: 'Code sent',
  code_value: 'Sign-in code',
  col: 'Width',
  color: 'Colour',
  color_scheme: 'App colours',
  commission_fixed: 'Fixed commission',
  commission_percent: 'Commission, %',
  contact: 'Contacts',
  cooking_time: 'Cooking time, min',
  coords: 'Coordinates',
  coords_refresh: 'Coordinates updated',
  courier_appointed: 'Courier assigned',
  courier_phone: 'Phone number for couriers',
  courier_push_assigned: 'Notify the assigned courier',
  courier_push_unassigned: 'Notify free couriers',
  courier_status: 'Status',
  create: 'Created',
  creator: 'Created by',
  cuisine: 'Cuisines',
  currency_rate: 'Exchange rate to USD',
  cutlery: 'Ask for cutlery',
  data: 'Changes',
  date_create: 'Created',
  date_finish: 'End',
  date_paid: 'Paid',
  date_read: 'Read',
  date_start: 'Start',
  date_update: 'Changed',
  description_bottom: 'Bottom description',
  description_middle: 'Middle description',
  description_top: 'Top description',
  dictionary_edit: 'Dictionary languages',
  dir: 'Direction',
  disabled_at: 'Disabled since',
  disabled_reason: 'Why disabled',
  distance_model: 'Distance calculation',
  docs: 'Documents',
  domain_config: 'Store domain',
  emit: 'Issuer',
  emoji: 'Flag',
  enable: 'Enabled',
  escalate_after: 'Alert after, min',
  event: 'Event ID',
  fail: 'Failed',
  fee: 'Service fee',
  feed: 'Feed number',
  field: 'Settings',
  geo: 'Coordinates',
  google_maps_key: 'Google Maps API key',
  hide_menu: 'Auto-hide menu',
  http_status: 'HTTP status',
  img: 'Image',
  ip: 'IP address',
  keep_alive_timeout: 'Session timeout, s',
  lang: 'Language',
  legal_bank: 'Bank',
  legal_bic: 'BIC',
  legal_iban: 'IBAN',
  legal_tax: 'Tax ID',
  limit_admin: 'Administrator limit',
  limit_courier: 'Courier limit',
  limit_merchant: 'Merchant limit',
  limit_order: 'Order limit',
  limit_scu: 'Product limit',
  limit_user: 'Customer limit',
  location: 'Coordinates',
  mailing_id: 'Mailing',
  merchant_route: 'Route to the merchant',
  min_order_cost: 'Minimum order',
  min_stock_balance: 'Minimum stock',
  month: 'Months',
  most_value: 'Best value',
  name_en: 'English name',
  noted: 'Has a note',
  online: 'Online payment',
  option: 'Options',
  order: 'Sort order',
  order_age_late: 'Late after, min',
  order_age_warning: 'Warn after, min',
  order_count: 'Orders this period',
  order_limit_date: 'Order count resets on',
  order_reload_timer: 'Refresh orders every, s',
  orders: 'Orders placed',
  overlimit_order_price: 'Price per order over the limit, USD',
  owner_id: 'Owner',
  paused_until: 'Paused until',
  pay_system: 'Payment system',
  pay_system_settings: 'Payment system settings',
  paycheck: 'Receipt',
  phone_len: 'Phone number length',
  platform: 'App platform',
  preliminary_indent_days: 'Pre-order notice, days',
  preliminary_indent_minutes: 'Pre-order notice, min',
  price_show_decimal: 'Show cents',
  product_card_text_fit: 'Fit text on product cards',
  push: 'Delivery',
  radius: 'Radius, m',
  remaining_time: 'Days left',
  reservation: 'Pre-orders',
  result: 'Provider response',
  show: 'Show in menu',
  show_tags_description: 'Show tag descriptions',
  show_zero_balance: 'Show out-of-stock products',
  show_zero_price: 'Show products without a price',
  sound_play_period: 'Repeat sound every, s',
  step: 'Position',
  subscription: 'Available to subscribe',
  success: 'Sent',
  support: 'Supported',
  tariff_period: 'Subscription period',
  timezone: 'Time zone',
  tips: 'Tips, %',
  transfer: 'Next statuses',
  trial_period: 'Trial, days',
  use: 'Uses',
  use_balance: 'Track stock',
  used_by: 'Administrator using it',
  user_id: 'Customer',
  user_login: 'Login',
  user_name: 'User',
  value: 'Name',
  ver: 'App version',
  webhook_sale: 'Sales webhook',
  work_time: 'Store hours',
  working: 'Duty status',
  // Shown only in the history and the orders report.
  accrual: 'Bonus points earned',
  admin_id: 'Administrator',
  admin_name: 'Administrator',
  archive: 'Archived',
  asap: 'As soon as possible',
  attempt: 'Attempts',
  bonus: 'Bonuses',
  cancel_reason: 'Cancellation reason',
  handoff_reason: 'Handed over without a code',
  handoff_codes: 'Ask for a hand-off code',
  cart: 'Items',
  cell: 'Shelf',
  chat_admin_unread: 'Unread chat messages',
  chat_date: 'Last chat message',
  chat_id: 'Chat',
  company_id: 'Company',
  copy: 'Copies',
  date_applied: 'Applied',
  delete: 'Deleted',
  destination_address: 'Address',
  destination_coordinates: 'Coordinates',
  destination_info: 'Address details',
  destination_info_json: 'Address details',
  destination_unverified: 'Address not verified',
  fcm: 'Push token',
  has_session: 'Signed in',
  info: 'Note',
  last_time: 'Last change',
  lease_until: 'Claimed until',
  location_precise: 'Precise coordinates',
  max_coock_time: 'Cooking time, min',
  navigation: 'Menu',
  odd: 'Change needed for',
  order_status: 'Status',
  overrule: 'Saves orders despite warnings',
  overruled: 'Saved despite warnings',
  parent_order: 'Original order',
  pay_date: 'Payment date',
  pay_info: 'Payment details',
  pay_status: 'Payment status',
  pay_system_filled: 'Payment system set up',
  pre_order_accept: 'Pre-order accepted',
  print: 'Tickets',
  promocode: 'Promo code',
  promocode_amount: 'Promo code discount',
  promocode_discount: 'Promo code value',
  promocode_type: 'Promo code type',
  push_time: 'Last push message',
  quote: 'Quoted message',
  rate_count: 'Ratings',
  retry_at: 'Next attempt',
  secret_shown: 'Signing secret',
  set_period: 'Subscription period',
  set_trial: 'Trial',
  showdate: 'Show date',
  ticket: 'Ticket number',
  time_create: 'Created',
  time_delivery: 'Delivered',
  time_finish: 'Due',
  tips_percent: 'Tips, %',
  url: 'Address (URL)',
  user: 'Customer',
  uuid: 'Message ID',
} satisfies Readonly<Partial<Record<FieldName, PlainKey>> & Record<FieldWithoutLabel, PlainKey>>

/** Labels of fields whose meaning differs from other fields of the same name. */
const own = {
  'access.access': 'Level',
  'admin.img': 'Photo',
  'admin.name': 'Name of a person',
  'audit.action': 'Action',
  'audit.automatic': 'Automatic',
  'audit.table': 'Record',
  'banner.lang': 'Languages',
  'company.lang': 'Languages',
  'company.active': 'Active date',
  'company.creator': 'Creator',
  'company.name': 'Company name',
  'country.img': 'Flag image',
  'courier.img': 'Photo',
  'courier.name': 'Name of a person',
  'global_lang.name': 'Language',
  'message.user_id': 'Customer',
  'cuisine.lang': 'Languages',
  'merchant.name': 'Seller name',
  'merchant_type.color': 'Tile text colour',
  'merchant_type.type': 'Category',
  'order.cutlery': 'Cutlery',
  'order.tips': 'Tips',
  'order_status.color': 'Colours',
  'order_status.courier': 'Courier mode',
  'order_status.created': 'New orders',
  'order_status.done': 'Done',
  'order_status.merchant': 'Merchant mode',
  'order_status.print': 'Print a ticket',
  'order_status.ready': 'Ready',
  'order_status.status': 'Position',
  'order_step.status': 'Statuses',
  'order_step.type': 'Order type',
  'pay_type.admin': 'In the console',
  'pay_type.app': 'In the app',
  'pay_type.name': 'Pay type',
  'pay_type.odd': 'Ask if change is needed',
  'payment.description': 'Description',
  'payment.user': 'Administrator',
  'payment.bill': 'Bill',
  'promocode.merchant': 'Merchants',
  'subscribe_period.discount': 'Discount, %',
  'tariff.amount': 'Amount, USD per month',
  'user.active': 'Last active',
  'user.img': 'Photo',
  'user.name': 'Name of a person',
  'webhook.admin': 'Owner',
  'webhook_delivery.created': 'Time',
  'webhook_delivery.type': 'Event',
} satisfies Readonly<Partial<Record<{ [N in EntityName]: `${N}.${FieldOf<N>}` }[EntityName], PlainKey>>>

const explicit: Readonly<Record<string, PlainKey>> = { ...labels, ...own }

type LabelledEntity = Pick<Entity, 'name' | 'key' | 'fields'>

/**
 * The label of a field; keys are shown as ID. `company.logo` is a field of a joined row. Language fields have no label.
 */
export function fieldLabel(entity: LabelledEntity, path: string): PlainKey | undefined {
  const [name = path, part] = path.split('.')
  if (part !== undefined) return joinedLabel(entity, name, part)
  if (name === entity.key && entity.fields[name]?.kind === 'id') return 'ID'
  if (isLanguage(entity, name)) return undefined
  return explicit[`${entity.name}.${name}`] ?? explicit[name] ?? (defaultLabel(name) as PlainKey)
}

/** In the dictionary, fields that are not declared are languages. */
const isLanguage = ({ name }: LabelledEntity, field: string): boolean =>
  name === 'dictionary' && !(field in entities.dictionary.fields)

/** The display name of a field. */
export function fieldName(entity: LabelledEntity, path: string, t: Translate): string {
  const label = fieldLabel(entity, path)
  if (label !== undefined) return t(label)
  return isLanguage(entity, path) ? path.toUpperCase() : t.message(path.split('.').at(-1) ?? path)
}

function joinedLabel(entity: LabelledEntity, name: string, part: string): PlainKey | undefined {
  if (part === 'logo') return 'Company logo'
  const to = entity.fields[name]?.to
  if (part === 'name' || to === undefined) return fieldLabel(entity, name)
  return fieldLabel(entities[to as EntityName], part)
}

/** Labels of the numbers and words that fields choose from. */
const values: Readonly<Record<string, Readonly<Record<string, PlainKey>>>> = {
  'admin.company_role': { 1: 'Owner', 2: 'Operator' },
  'audit.action': { Create: 'Create', Update: 'Update', Delete: 'Delete' },
  'company.distance_model': { degrees: 'Approximate (degrees × 100)', haversine: 'Straight line' },
  'global_lang.dir': { ltr: 'Left to right', rtl: 'Right to left' },
  'mailing.status': { 0: 'In processing', 1: 'In processing', 2: 'Done' },
  'membership.company_role': { 1: 'Owner', 2: 'Operator' },
  'merchant_type.col': { 1: 'Normal', 2: 'Big' },
  'order.overruled': warningNames,
  'order.pay_status': { 0: 'Not paid yet' },
  'order.promocode_type': { 1: 'Fixed amount', 2: 'Percent' },
  'print_job.purpose': { kitchen: 'Kitchen ticket', receipt: 'Receipt', changed: 'Changed', cancelled: 'Cancelled' },
  'promocode.discount_type': { 1: 'Fixed amount', 2: 'Percent' },
  'promocode.type': { 1: 'Used by one user N times', 2: 'Used by any user N times' },
  'webhook.disabled_reason': { gone: 'The receiver answered 410 Gone', failing: 'Failed for five days' },
  'webhook_delivery.type': {
    'order.created': 'Order created',
    'order.moved': 'Order moved',
    'order.cancelled': 'Order cancelled',
    test: 'Test',
  },
  'webhook_delivery.state': {
    pending: 'Waiting',
    sending: 'Sending',
    delivered: 'Delivered',
    failed: 'Failed',
    skipped: 'Not sent',
  },
  'webhook_delivery.problem': {
    status: 'Refused by the receiver',
    timeout: 'No answer within 10 s',
    unreachable: 'No connection',
    address: 'Private address or no https',
    redirect: 'Redirects are not followed',
    gone: 'The receiver answered 410 Gone',
    rights: 'The owner may not see this order',
    disabled: 'The webhook was disabled',
    company_disabled: 'The company was not enabled',
  },
}

/** An hour of day, such as 09:00. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** The label of a choice or word; undefined if the value needs no label. */
export const valueLabel = (entity: Pick<Entity, 'name'>, field: string, value: unknown): PlainKey | undefined =>
  values[`${entity.name}.${field}`]?.[String(value)]

/** The display name of a choice or word. */
export function valueName(entity: Pick<Entity, 'name'>, field: string, value: unknown, t: Translate): string {
  if (entity.name === 'order' && field === 'hour') return hourText(Number(value))
  const label = valueLabel(entity, field, value)
  return label === undefined ? t.message(String(value)) : t(label)
}
