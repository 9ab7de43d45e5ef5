import { defineEntity, type Row } from '../entity.ts'
import { choice, id, image, int, multilang, reference, text } from '../field.ts'

/** A tag of merchants. */
export const cuisine = defineEntity('cuisine', {
  key: 'cuisine_id',
  scope: 'company',
  access: { read: 'staff', write: 'owners' },
  search: ['name', 'comment'],
  sort: 'order',
  configuration: { except: [] },
  joins: {
    company: { as: 'company_obj', fields: ['company_id', 'name', 'logo'] },
    status: { as: 'status_obj', fields: ['company_status_id', 'name'] },
  },
  fields: {
    cuisine_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    name: multilang({ required: true }),
    comment: multilang(),
    status: reference('company_status', { initial: 1 }),
    /** 1 shown in the menu, 2 hidden (TAG-04). */
    show: choice([1, 2], { initial: 1 }),
    img: image(),
    order: int({ initial: { computed: 'next' } }),
    lang: text({ max: 500 }),
  },
})
export type Cuisine = Row<typeof cuisine>
