import * as z from 'zod'
import { defineEntity, type Row } from '../entity.ts'
import { choice, flag, id, image, int, json, money, multilang, percent, reference, text } from '../field.ts'

export const payType = defineEntity('pay_type', {
  key: 'pay_type_id',
  scope: 'company',
  access: { read: 'staff', write: 'owners' },
  search: ['name'],
  sort: 'order',
  configuration: { except: [] },
  joins: {
    company: { as: 'company_obj', fields: ['company_id', 'name', 'logo'] },
    status: { as: 'status_obj', fields: ['company_status_id', 'name'] },
    pay_system: { as: 'pay_system_obj', fields: ['pay_system_id', 'name', 'field'] },
  },
  fields: {
    pay_type_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    status: reference('company_status', { initial: 1 }),
    name: multilang({ required: true }),
    commission_percent: percent(),
    commission_fixed: money(),
    emit: text({ max: 200 }),
    icon: image(),
    /** 2 on, 1 off (PAY-05); the console offers those that are on. */
    admin: choice([1, 2], { initial: 1 }),
    app: choice([1, 2], { initial: 1 }),
    /** 2 asks which banknote the customer pays with (AMB-121). */
    odd: choice([1, 2], { initial: 1 }),
    online: flag({ option: 'allow_online_payment' }),
    order: int({ initial: { computed: 'next' } }),
    pay_system: reference('pay_system'),
    /** One record, laid out by the payment system's `field`. Write-only: settings that are not sent are kept (AMB-020). */
    pay_system_settings: json(z.array(z.record(z.string().max(100), z.string().max(2000))).max(1), {
      initial: [],
      read: 'nobody',
      dependsOn: 'pay_system',
    }),
    /** Names of the settings that have a value. */
    pay_system_filled: json(z.array(z.string().max(100)), { initial: [], derived: true, readonly: true, read: 'owners' }),
  },
})
export type PayType = Row<typeof payType>
