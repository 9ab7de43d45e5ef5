import * as z from 'zod'
import { defineEntity, type Row } from '../entity.ts'
import { tariffOptions } from '../gate.ts'
import { amountSchema, flag, id, image, int, json, money, multilang, multilangSchema, percent, reference } from '../field.ts'

const bit = z.union([z.literal(0), z.literal(1)])

/**
 * An entry of a tariff. `value` is US dollars a month for an `allow_` option and for `overlimit_order_price`, and a count for
 * a `limit_`. An empty value means unlimited for a limit and free of charge otherwise.
 */
export const tariffOptionEntrySchema = z.object({
  field: z.enum(tariffOptions, 'Enter an option, such as allow_chat or limit_order'),
  free: bit,
  enable: bit,
  show: bit,
  value: z.union([amountSchema, z.literal('')]),
  description: multilangSchema,
})
export type TariffOptionEntry = z.output<typeof tariffOptionEntrySchema>

/** A tariff that companies subscribe to; `amount` is US dollars a month. */
export const tariff = defineEntity('tariff', {
  key: 'tariff_id',
  scope: 'global',
  access: { read: 'owners', write: 'platform' },
  search: ['name'],
  sort: 'order',
  joins: { status: { as: 'status_obj', fields: ['company_status_id', 'name'] } },
  fields: {
    tariff_id: id(),
    /** Any value but 1 means archived. */
    status: reference('company_status', { initial: 1 }),
    name: multilang({ required: true }),
    description_top: multilang(),
    description_middle: multilang(),
    description_bottom: multilang(),
    button: multilang(),
    trial: flag(),
    /** Days. */
    trial_period: int({ max: 3650 }),
    most_value: flag(),
    /** 0 opens the contact dialog instead of changing the tariff (BILL-21). */
    subscription: flag(),
    amount: money({ dollars: true, initial: '0.00' }),
    option: json(z.array(tariffOptionEntrySchema).max(100), { initial: [] }),
    img: image(),
    order: int({ initial: { computed: 'next' } }),
  },
})
export type Tariff = Row<typeof tariff>

export const subscribePeriod = defineEntity('subscribe_period', {
  key: 'subscribe_period_id',
  scope: 'global',
  access: { read: 'owners', write: 'platform' },
  search: ['name'],
  joins: { status: { as: 'status_obj', fields: ['company_status_id', 'name'] } },
  fields: {
    subscribe_period_id: id(),
    name: multilang({ required: true }),
    month: int({ initial: 1, min: 1, max: 120 }),
    /** Percent. */
    discount: percent({ initial: 0 }),
    status: reference('company_status', { initial: 1 }),
    default: flag(),
  },
})
export type SubscribePeriod = Row<typeof subscribePeriod>
