import { defineEntity, type Row } from '../entity.ts'
import { date, id, image, moment, multilang, reference, text, url } from '../field.ts'

/** A picture with a link in the store (BANNER-06). */
export const banner = defineEntity('banner', {
  key: 'banner_id',
  scope: 'company',
  access: { read: 'owners', write: 'owners' },
  gate: 'allow_banner',
  search: ['title', 'description'],
  configuration: { except: [] },
  joins: {
    company: { as: 'company_obj', fields: ['company_id', 'name', 'logo'] },
    type: { as: 'type_obj', fields: ['id', 'name'] },
    status: { as: 'status_obj', fields: ['company_status_id', 'name'] },
    creator: { as: 'creator_obj', fields: ['admin_id', 'login', 'name', 'surname', 'img'] },
  },
  fields: {
    banner_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    type: reference('banner_type', { initial: 1 }),
    status: reference('company_status', { initial: 1 }),
    title: multilang(),
    description: multilang(),
    link: url(),
    img: image(),
    date_start: date({ initial: { computed: 'today' } }),
    date_finish: date({ initial: { computed: 'monthLater' } }),
    date_create: moment({ initial: { computed: 'now' }, readonly: true }),
    date_update: moment({ initial: { computed: 'now' }, readonly: true }),
    creator: reference('admin', { initial: { computed: 'actor' }, readonly: true }),
    /** One product, by its key or as free text (AMB-145). */
    product: text({ max: 500 }),
    lang: text({ max: 500 }),
  },
})
export type Banner = Row<typeof banner>
