import { defineEntity, type Row } from '../entity.ts'
import { coords, files, id, image, json, moment, multilang, phone, reference, secret, text } from '../field.ts'
import { contactSchema } from './contact.ts'

export const courier = defineEntity('courier', {
  key: 'courier_id',
  scope: 'company',
  access: { read: 'staff', write: 'owners' },
  gate: 'allow_courier_app',
  limit: 'limit_courier',
  search: ['name', 'phone', 'comment'],
  joins: {
    company: { as: 'company_obj', fields: ['company_id', 'name', 'logo'] },
    courier_status: { as: 'courier_status_obj', fields: ['courier_status_id', 'value', 'color', 'icon'] },
    working: { as: 'working_obj', fields: ['id', 'name'] },
  },
  fields: {
    courier_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    courier_status: reference('courier_status', { initial: 1 }),
    working: reference('courier_working', { initial: 2 }),
    name: text({ max: 200 }),
    comment: multilang(),
    phone: phone({ required: true }),
    img: image(),
    contact: json(contactSchema.omit({ contact_name: true, contact_position: true }), { initial: {} }),
    docs: files({ read: 'owners' }),
    lang: text({ max: 10 }),
    platform: text({ readonly: true, max: 100 }),
    ver: text({ readonly: true, max: 100 }),
    ip: text({ readonly: true, max: 100 }),
    code_value: text({ readonly: true, max: 20, read: 'owners' }),
    code_time: moment({ readonly: true, read: 'owners' }),
    coords: coords({ readonly: true }),
    coords_refresh: moment({ readonly: true }),
    active: moment({ readonly: true }),
    create: moment({ initial: { computed: 'now' }, readonly: true }),
    push_time: moment({ readonly: true }),
    token: secret({ readonly: true }),
    fcm: secret({ readonly: true }),
  },
})
export type Courier = Row<typeof courier>
