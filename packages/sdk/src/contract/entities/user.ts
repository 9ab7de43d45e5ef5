import { defineEntity, type Row } from '../entity.ts'
import { email, flag, id, image, int, moment, money, phone, reference, secret, text } from '../field.ts'

/** Counting stops here: a company may use one customer for all its walk-in guests. */
export const MAX_COUNTED_ORDERS = 100

/** An end customer of a company. */
export const user = defineEntity('user', {
  key: 'user_id',
  scope: 'company',
  // Staff with view access only can't change customers. Money and trust need the customers page (AMB-048).
  access: { read: 'staff', write: 'editors', delete: 'owners' },
  limit: 'limit_user',
  search: ['phone', 'name', 'comment'],
  index: [['chat_date'], ['phone']],
  joins: {
    company: { as: 'company_obj', fields: ['company_id', 'name', 'logo'] },
    status: { as: 'status_obj', fields: ['user_status_id', 'name'] },
  },
  fields: {
    user_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    /** 0 disabled and refused for orders, 1 enabled, 2 tester (AMB-105). */
    status: reference('user_status', { initial: 1, write: 'owners' }),
    img: image(),
    phone: phone(),
    name: text({ max: 200 }),
    email: email(),
    /** Nothing is sent on a channel without the customer's consent (AMB-258). */
    mail_consent: flag(),
    push_consent: flag(),
    comment: text(),
    /** 1 if someone has written a comment. */
    noted: flag({ derived: true, readonly: true, volatile: true }),
    /** How many orders the customer has placed with the company, up to `MAX_COUNTED_ORDERS`, at any merchant (AMB-220). */
    orders: int({ initial: 0, derived: true, readonly: true }),
    bonus_score: money({ initial: '0.00', write: 'owners' }),
    lang: text({ readonly: true, max: 10 }),
    token: secret({ readonly: true }),
    /** 1 while the customer is signed in to the store. Used instead of the token, which is never compared (AMB-012). */
    has_session: flag({ readonly: true }),
    platform: text({ readonly: true, max: 100 }),
    ver: text({ readonly: true, max: 100 }),
    ip: text({ readonly: true, max: 100 }),
    code_value: text({ readonly: true, max: 20, read: 'owners' }),
    code_time: moment({ readonly: true, read: 'owners' }),
    active: moment({ readonly: true }),
    create: moment({ initial: { computed: 'now' }, readonly: true }),
    chat_admin_unread: int({ initial: 0, readonly: true }),
    chat_date: moment({ readonly: true }),
  },
})
export type User = Row<typeof user>
