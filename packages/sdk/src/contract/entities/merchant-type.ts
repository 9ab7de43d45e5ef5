import { defineEntity, type Row } from '../entity.ts'
import { choice, color, id, image, int, multilang, reference } from '../field.ts'

/** A category of merchants; merchants refer to it by `type`. */
export const merchantType = defineEntity('merchant_type', {
  key: 'merchant_type_id',
  scope: 'company',
  access: { read: 'staff', write: 'owners' },
  search: ['type', 'comment'],
  sort: 'order',
  configuration: { except: [] },
  joins: {
    company: { as: 'company_obj', fields: ['company_id', 'name', 'logo'] },
    status: { as: 'status_obj', fields: ['company_status_id', 'name'] },
  },
  fields: {
    merchant_type_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    status: reference('company_status', { initial: 1 }),
    type: multilang({ required: true }),
    comment: multilang(),
    /** Text colour of its tile. */
    color: color(),
    /** Width of its tile: 1 normal, 2 big. */
    col: choice([1, 2], { initial: 1 }),
    /** 1 on, 2 off. */
    alcohol_warning: choice([1, 2], { initial: 2 }),
    img: image(),
    order: int({ initial: { computed: 'next' } }),
  },
})
export type MerchantType = Row<typeof merchantType>
