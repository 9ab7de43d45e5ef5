import { defineEntity, type Row } from '../entity.ts'
import { id, int, multilang, reference, referenceList } from '../field.ts'

/** A step in the status path of an order type, as shown in the store (AMB-204). */
export const orderStep = defineEntity('order_step', {
  key: 'order_step_id',
  scope: 'company',
  access: { read: 'staff', write: 'owners' },
  search: ['name'],
  /** Sorting numbers the rows from 1 to n (AMB-062). */
  sort: 'step',
  configuration: { except: [] },
  joins: {
    company: { as: 'company_obj', fields: ['company_id', 'name', 'logo'] },
    type: { as: 'type_obj', fields: ['order_type_id', 'icon', 'value'] },
  },
  fields: {
    order_step_id: id(),
    step: int({ initial: { computed: 'next' } }),
    type: reference('order_type', { initial: 1 }),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    name: multilang({ required: true }),
    status: referenceList('order_status'),
  },
})
export type OrderStep = Row<typeof orderStep>
