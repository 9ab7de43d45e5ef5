import { defineEntity, type Row } from '../entity.ts'
import { email, id, moment, reference, text, word } from '../field.ts'

export const mailBlockReasons = ['bounce', 'complaint', 'unsubscribed', 'refused'] as const
export type MailBlockReason = (typeof mailBlockReasons)[number]

/**
 * An address to which the company's mailings are not sent any more. The server adds those that are refused for good; programs save
 * the bounces and complaints that a mail service reports. Deleting the row allows the address again.
 */
export const mailBlock = defineEntity('mail_block', {
  key: 'mail_block_id',
  scope: 'company',
  access: { read: 'owners', write: 'owners' },
  gate: 'allow_mailing',
  search: ['address'],
  unique: [['address']],
  index: [['mailing_id']],
  joins: { mailing_id: { as: 'mailing_obj', fields: ['mailing_id', 'subject'] } },
  fields: {
    mail_block_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    /** In lower case. */
    address: email({ required: true }),
    reason: word(mailBlockReasons, { initial: 'bounce' }),
    /** Response of the mail server. */
    answer: text({ max: 1000, readonly: true }),
    date: moment({ initial: { computed: 'now' }, readonly: true }),
    mailing_id: reference('mailing', { readonly: true }),
  },
})
export type MailBlock = Row<typeof mailBlock>
