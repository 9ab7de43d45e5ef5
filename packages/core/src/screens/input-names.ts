import type { Entity, Field, FieldKind } from '@tiffin/sdk/contract'

/** Inputs that do not follow from a field's kind. */
const special = [
  'lookup',
  'radius',
  'texts',
  'transfer',
  'hours',
  'tiers',
  'access',
  'address',
  'colorPair',
  'contact',
  'tariffOptions',
  'fieldMap',
  'fieldNames',
  'numbers',
  'languages',
  'languageCode',
  'timezone',
  'onOff',
  'longText',
  'domain',
  'pairs',
  'ownPassword',
  'token',
  'signingSecret',
  'auditRecord',
  'auditChange',
  'cart',
  'courier',
  'orderAddress',
  'addressDetails',
  'clock',
  'messageResult',
] as const
export type InputName = FieldKind | (typeof special)[number]

/** Inputs of structured fields, and of choices in which one value means on. */
const byField: Readonly<Record<string, InputName>> = {
  'merchant.work_time': 'hours',
  'merchant.delivery': 'tiers',
  'merchant.access': 'access',
  'merchant.address': 'address',
  'merchant.contact': 'contact',
  'merchant.token': 'token',
  'webhook.secret_shown': 'signingSecret',
  'courier.contact': 'contact',
  'company.chat_hours': 'hours',
  'company.contact': 'contact',
  'company.tips': 'numbers',
  'company.timezone': 'timezone',
  'company.domain': 'domain',
  'company.color_scheme': 'pairs',
  'order_status.color': 'colorPair',
  'order_status.transfer': 'transfer',
  'order_step.status': 'transfer',
  'tariff.option': 'tariffOptions',
  'pay_type.pay_system_settings': 'fieldMap',
  'pay_system.field': 'fieldNames',
  'city.radius': 'radius',
  'user.comment': 'longText',
  'audit.table': 'auditRecord',
  'audit.data': 'auditChange',
  'admin.dictionary_edit': 'languages',
  'order.cart': 'cart',
  'order.courier': 'courier',
  'order.destination_address': 'orderAddress',
  'order.destination_info_json': 'addressDetails',
  'courier.lang': 'languageCode',
  'mailing.quiet_from': 'clock',
  'mailing.quiet_until': 'clock',
  'message.result': 'messageResult',
}

/** The values that mean on and off in two-valued numeric fields. */
export const onOffValues: Readonly<Record<string, readonly [on: number, off: number]>> = {
  // In `company_status`, 1 means active (AMB-159).
  'company.status': [1, 0],
  'cuisine.show': [1, 2],
  'merchant_type.alcohol_warning': [1, 2],
  'merchant.alcohol_warning': [1, 2],
  'pay_type.admin': [2, 1],
  'pay_type.app': [2, 1],
  'pay_type.odd': [2, 1],
  'admin.hide_menu': [1, 0],
}

/** Short platform lists, offered with all rows at once. */
const lookups: ReadonlySet<string> = new Set([
  'access',
  'admin_status',
  'banner_type',
  'company_status',
  'courier_status',
  'courier_working',
  'delivery_mode',
  'merchant_status',
  'message_status',
  'order_mode',
  'order_type',
  'pay_system',
  'payment_type',
  'push_status',
  'role',
  'subscribe_period',
  'tariff',
  'user_status',
])

export const isLookup = (entity: string): boolean => lookups.has(entity)

/** The input of a field: as set by its screen, else by the field, else by its kind. */
export function inputOf(
  { entity, inputs }: { entity: Pick<Entity, 'name'>; inputs: Readonly<Record<string, InputName>> },
  name: string,
  field: Field,
): InputName {
  const key = `${entity.name}.${name}`
  if (inputs[name]) return inputs[name]
  if (byField[key]) return byField[key]
  if (onOffValues[key]) return 'onOff'
  if (field.kind === 'reference' && field.to !== undefined && isLookup(field.to)) return 'lookup'
  return field.kind
}
