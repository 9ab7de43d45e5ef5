import * as z from 'zod'
import { defineEntity, type Row } from '../entity.ts'
import { audio, flag, id, int, json, multilang, reference, referenceList } from '../field.ts'

const hexColor = z.string().regex(/^#[0-9a-fA-F]{6}$/)

/** An order status. It is a board column if its number and its merchant mode are above 0 (BOARD-02). */
export const orderStatus = defineEntity('order_status', {
  key: 'order_status_id',
  scope: 'company',
  access: { read: 'staff', write: 'owners' },
  search: ['value'],
  /** After sorting, statuses with a number above 0 are renumbered 1 to n (AMB-062). */
  sort: 'status',
  configuration: { except: [] },
  joins: {
    company: { as: 'company_obj', fields: ['company_id', 'name', 'logo'] },
    merchant: { as: 'merchant_obj', fields: ['id', 'name'] },
    courier: { as: 'courier_obj', fields: ['id', 'name'] },
  },
  unique: [['status']],
  fields: {
    order_status_id: id(),
    status: int({ initial: { computed: 'next' }, min: -1000 }),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    value: multilang({ required: true }),
    sound: audio(),
    color: json(z.object({ background: hexColor, text: hexColor }), { initial: { background: '#6B6B3A', text: '#FFFFFF' } }),
    /** Mode of its column: 0 none, 1 locked, 2 full (AMB-091). */
    merchant: reference('order_mode', { initial: 0 }),
    courier: reference('order_mode', { initial: 0 }),
    /** Statuses that an order may move to from here; empty means final (AMB-088). */
    transfer: referenceList('order_status'),
    reservation: flag(),
    created: flag(),
    ready: flag(),
    courier_appointed: flag(),
    done: flag(),
    courier_push_unassigned: flag(),
    courier_push_assigned: flag(),
    paycheck: flag(),
    merchant_route: flag(),
    print: flag(),
  },
})
export type OrderStatus = Row<typeof orderStatus>
