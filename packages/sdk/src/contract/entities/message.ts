import { defineEntity, type Row } from '../entity.ts'
import { flag, id, moment, multilang, phone, reference, text } from '../field.ts'

/** A push message to one customer; phone and language are copied from the customer (PUSH-07). */
export const message = defineEntity('message', {
  key: 'message_id',
  scope: 'company',
  access: { read: 'owners', write: 'owners' },
  gate: 'allow_push',
  search: ['text', 'subject'],
  index: [['user_id'], ['date_create'], ['mailing_id']],
  joins: {
    company: { as: 'company_obj', fields: ['company_id', 'name', 'logo'] },
    user_id: { as: 'user_obj', fields: ['user_id', 'name', 'phone', 'img'] },
    status: { as: 'status_obj', fields: ['id', 'name'] },
    push: { as: 'push_obj', fields: ['id', 'name'] },
    creator: { as: 'creator_obj', fields: ['admin_id', 'login', 'name', 'surname', 'img'] },
  },
  fields: {
    message_id: id(),
    user_id: reference('user', { required: true }),
    phone: phone({ readonly: true }),
    lang: text({ readonly: true, max: 10 }),
    subject: multilang(),
    text: multilang({ required: true }),
    status: reference('message_status', { initial: 0, readonly: true }),
    date_create: moment({ initial: { computed: 'now' }, readonly: true }),
    date_read: moment({ readonly: true }),
    button: text(),
    delete: flag(),
    /** Delivery status. */
    push: reference('push_status', { initial: 0, readonly: true }),
    /** Response of the push provider (AMB-144). */
    result: text({ readonly: true, max: 10_000 }),
    mailing_id: reference('mailing', { readonly: true }),
    creator: reference('admin', { initial: { computed: 'actor' }, readonly: true }),
    company: reference('company', { required: true, readonly: true, initial: { computed: 'company' } }),
  },
})
export type Message = Row<typeof message>
