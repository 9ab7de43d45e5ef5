import { defineEntity, type DefinedEntity } from '../entity.ts'
import { color, type Field, id, image, int, json, type Multilang, multilang, text } from '../field.ts'
import * as z from 'zod'

/** A short list of the platform, readable by every administrator. Its name is multilingual unless `more` overrides it. */
// oxlint-disable-next-line no-generated-empty-object-type -- means no further fields
function lookup<const N extends string, const K extends string, F extends Record<string, Field> = Record<never, never>>(
  name: N,
  key: K,
  more?: F,
): DefinedEntity<N, Record<K, Field<number>> & { name: Field<Multilang> } & F> {
  const fields = { [key]: id(), name: multilang({ required: true }), ...more } as Record<K, Field<number>> & {
    name: Field<Multilang>
  } & F
  return defineEntity<N, typeof fields>(name, {
    key: key,
    scope: 'global',
    access: { read: 'signedIn', write: 'platform' },
    search: ['name'] as (keyof typeof fields & string)[],
    fields,
  })
}

export const role = lookup('role', 'id')
export const adminStatus = lookup('admin_status', 'id')
export const userStatus = lookup('user_status', 'user_status_id')
export const courierWorking = lookup('courier_working', 'id')
export const companyStatus = lookup('company_status', 'company_status_id')
export const merchantStatus = lookup('merchant_status', 'id')
export const deliveryMode = lookup('delivery_mode', 'id')
export const orderMode = lookup('order_mode', 'id')
export const paymentType = lookup('payment_type', 'payment_type_id')
export const bannerType = lookup('banner_type', 'id')
export const messageStatus = lookup('message_status', 'id')
export const pushStatus = lookup('push_status', 'id')

/** Access levels offered on the Access tab of a merchant (AMB-076); merchants store the number. */
export const access = defineEntity('access', {
  key: 'access_id',
  scope: 'global',
  access: { read: 'signedIn', write: 'platform' },
  search: ['name'],
  unique: [['access']],
  fields: { access_id: id(), access: int({ initial: 0, max: 2 }), name: text({ required: true, max: 200 }) },
})

export const courierStatus = defineEntity('courier_status', {
  key: 'courier_status_id',
  scope: 'global',
  access: { read: 'signedIn', write: 'platform' },
  search: ['value'],
  fields: { courier_status_id: id(), value: multilang({ required: true }), color: color(), icon: image() },
})

/** 1 is delivery to an address, everything else pickup (ORDER-07). */
export const orderType = defineEntity('order_type', {
  key: 'order_type_id',
  scope: 'global',
  access: { read: 'signedIn', write: 'platform' },
  search: ['value'],
  fields: { order_type_id: id(), icon: image(), value: multilang({ required: true }) },
})

/** Names of the fields that a tariff option may set (AMB-196). */
export const tariffOption = defineEntity('tariff_option', {
  key: 'id',
  scope: 'global',
  access: { read: 'signedIn', write: 'platform' },
  search: ['name'],
  unique: [['name']],
  fields: { id: id(), name: text({ required: true, max: 100 }) },
})

/** An online payment provider; `field` lists the settings of a payment type, with their labels (PAY-07). */
export const paySystem = defineEntity('pay_system', {
  key: 'pay_system_id',
  scope: 'global',
  access: { read: 'signedIn', write: 'platform' },
  search: ['name'],
  fields: {
    pay_system_id: id(),
    name: text({ required: true, max: 200 }),
    field: json(z.record(z.string().max(100), z.string().max(200)), { initial: {} }),
  },
})
