import * as z from 'zod'
import { defineEntity, type Row } from '../entity.ts'
import { flag, id, json, moment, money, reference, text } from '../field.ts'

/**
 * An entry on a company's balance, in US dollars. An owner may create one to request a top-up or a tariff; the server
 * sets the amounts (AMB-002). Entries are never changed or deleted.
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
    /** Positive for a payment, negative for a write-off (AMB-168). */
    amount: money({ dollars: true, initial: '0.00', signed: true, readonly: true }),
    description: text({ readonly: true }),
    date_paid: moment({ readonly: true }),
    /** When its tariff took effect (AMB-176). */
    date_applied: moment({ readonly: true }),
  },
})
export type Payment = Row<typeof payment>
