import { defineEntity, type Row } from '../entity.ts'
import { choice, id, int, moment, multilang, reference } from '../field.ts'

/** One message to every enabled customer of the company (AMB-140). */
export const mailing = defineEntity('mailing', {
  key: 'mailing_id',
  scope: 'company',
  access: { read: 'owners', write: 'owners' },
  gate: 'allow_mailing',
  search: ['subject', 'text'],
  joins: {
    company: { as: 'company_obj', fields: ['company_id', 'name', 'logo'] },
    creator: { as: 'creator_obj', fields: ['admin_id', 'login', 'name', 'surname', 'img'] },
  },
  fields: {
    mailing_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    creator: reference('admin', { initial: { computed: 'actor' }, readonly: true }),
    subject: multilang(),
    text: multilang({ required: true }),
    date_create: moment({ initial: { computed: 'now' }, readonly: true }),
    total: int({ initial: 0, readonly: true }),
    success: int({ initial: 0, readonly: true }),
    fail: int({ initial: 0, readonly: true }),
    /** 0 queued and 1 sending, both shown as in processing; 2 done (AMB-141). */
    status: choice([0, 1, 2], { initial: 0, readonly: true }),
  },
})
export type Mailing = Row<typeof mailing>
